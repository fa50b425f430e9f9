import FlowDurable
import Foundation
import WebServing

/// The link that carries a journey to another device.
///
/// The link has a code that is valid for an hour or two, and that a button confirms. The other device gets a cookie of its
/// own. Servers find out both by their secret, so nothing is stored, and a new cookie after a sign-in ends them.
extension JourneyServer {
  /// Returns the page with the link.
  func resumePage(_ journey: Journey, _ request: PageRequest) async throws -> PageReply {
    guard settings.isResumable else { throw PageFault.noPage }
    let code = code(journey.id, try await mark(of: journey), hour: Self.hour)
    let scheme = settings.isSecure ?? !request.isLocal ? "https" : "http"
    var page = JourneyPage(
      .resume, "Continue on another device",
      ["Open this address there within an hour. Whoever has it can see what you entered, so give it to nobody else."])
    page.rows = [
      JourneyPage.Row(
        label: "Address", value: ["\(scheme)://\(request.host ?? "")\(base)/\(journey.id)/-/resume/\(code)"])
    ]
    page.links = [JourneyPage.Link(label: "Continue here", address: address(journey))]
    return html(page)
  }

  /// Returns the page that a link leads to. Opening it does nothing, because programs open links, too.
  func arrivalPage(_ id: String, _ code: String) async throws -> PageReply {
    _ = try await device(id, code)
    var page = JourneyPage(.resume, "Continue on this device?", ["What was entered so far is then shown here."])
    page.form = JourneyPage.Form(address: "\(base)/\(id)/-/resume/\(code)", hidden: [], button: "Continue")
    return html(page)
  }

  /// Gives this device a cookie.
  func arrive(_ id: String, _ code: String, _ request: PageRequest) async throws -> PageReply {
    try PageGate.checkOrigin(request)
    let cookie = JourneyCookie(id, try await device(id, code))
    return .redirect(to: "\(base)/\(id)").setting(settings.header(cookie, for: request))
  }

  /// Returns the secret of devices to which a journey was carried.
  func deviceSecret(_ id: String, _ mark: CookieMark?) -> JourneySecret {
    .derived("device", from: settings.key, id, mark?.secret ?? "first")
  }

  /// Returns the secret of a device that has a code.
  private func device(_ id: String, _ code: String) async throws -> JourneySecret {
    guard settings.isResumable, JourneySecret.isHexadecimal(id), let run = try await worker.find(flow, key: id) else {
      throw PageFault.noJourney
    }
    let mark = settings.rotatingStep == nil ? nil : try await CookieMark(of: run.answers(), run)
    let isValid = [Self.hour, Self.hour - 1].map { code.isSameSecret(as: self.code(id, mark, hour: $0)) }
    guard isValid.contains(true) else { throw PageFault.noJourney }
    return deviceSecret(id, mark)
  }

  private func mark(of journey: Journey) async throws -> CookieMark? {
    settings.rotatingStep == nil ? nil : try await CookieMark(of: journey.run.answers(), journey.run)
  }

  private func code(_ id: String, _ mark: CookieMark?, hour: Int) -> String {
    JourneySecret.derived("link", from: settings.key, id, mark?.secret ?? "first", String(hour)).text
  }

  private static var hour: Int { Int(Date().timeIntervalSince1970) / 3_600 }
}
