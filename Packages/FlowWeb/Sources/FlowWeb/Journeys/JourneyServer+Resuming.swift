import FlowDurable
import Foundation
import WebServing

/// The link that carries a journey to another device.
///
/// The link has a code that works once within an hour, and that a button confirms. The other device gets a cookie of its
/// own. Servers find out both by their secret, and a new cookie after a sign-in ends them. The run keeps the number of a
/// link that was used, as the key of a message.
extension JourneyServer {
  /// Returns the page with the link.
  func resumePage(_ journey: Journey, _ request: PageRequest) async throws -> PageReply {
    guard settings.isResumable else { throw PageFault.noPage }
    let link = ResumeLink(until: Self.seconds + 3_600)
    let code = link.code(of: journey.id, try mark(of: journey.run, at: journey.found), settings.key)
    let scheme = settings.isSecure(request) ? "https" : "http"
    var page = JourneyPage(
      .resume, "Continue on another device",
      [
        "Open this address there within an hour. It works once. Whoever has it can see what you entered, so give it to nobody else."
      ])
    page.rows = [
      JourneyPage.Row(
        label: "Address", value: ["\(scheme)://\(request.host ?? "")\(base)/\(journey.id)/-/resume/\(code)"])
    ]
    page.links = [JourneyPage.Link(label: "Continue here", address: address(journey))]
    return html(page)
  }

  /// Returns the page that a link leads to. Opening it does nothing, because programs open links, too.
  func arrivalPage(_ id: String, _ code: String) async throws -> PageReply {
    _ = try await arrival(id, code)
    var page = JourneyPage(.resume, "Continue on this device?", ["What was entered so far is then shown here."])
    page.form = JourneyPage.Form(address: "\(base)/\(id)/-/resume/\(code)", hidden: [], button: "Continue")
    return html(page)
  }

  /// Gives this device a cookie.
  func arrive(_ id: String, _ code: String, _ request: PageRequest) async throws -> PageReply {
    try PageGate.checkOrigin(request)
    let (run, link, mark) = try await arrival(id, code)
    // It also restarts the time of the page, as each request of the person does.
    let use = FlowMessage(.touch, key: "resume \(link.number)")
    var delivery = try await worker.store.send(use, to: run.number)
    if delivery == .duplicate {
      // The same command can wait for another reason.
      _ = try await run.rest(within: settings.patience)
      delivery = try await worker.store.send(use, to: run.number)
    }
    guard case .delivered = delivery else {
      // A second click.
      do { return .redirect(to: address(try await journey(id, request))) } catch PageFault.noJourney {
        // While a step works, the command of another link can still wait.
        let state = try await run.summary().state.kind
        throw state == .ready || state == .held ? PageFault.unavailable : .usedLink
      }
    }
    let cookie = JourneyCookie(id, deviceSecret(id, mark))
    return .redirect(to: "\(base)/\(id)").setting(settings.header(cookie, for: request))
  }

  /// Returns the secret of devices to which a journey was carried.
  func deviceSecret(_ id: String, _ mark: CookieMark?) -> JourneySecret {
    .derived("device", from: settings.key, id, mark?.secret ?? "first")
  }

  /// Returns the run to which a code belongs.
  private func arrival(
    _ id: String, _ code: String
  ) async throws -> (run: DurableRun<Content, Result>, link: ResumeLink, mark: CookieMark?) {
    guard settings.isResumable, JourneySecret.isHexadecimal(id), let link = ResumeLink(code), link.end > Self.seconds,
      let (run, found) = try await worker.read(flow, key: id)
    else { throw PageFault.noJourney }
    let mark = try mark(of: run, at: found)
    guard code.isSameSecret(as: link.code(of: id, mark, settings.key)) else { throw PageFault.noJourney }
    return (run, link, mark)
  }

  private static var seconds: Int { Int(Date().timeIntervalSince1970) }
}

/// A link to another device: the end of its time, and a random number.
struct ResumeLink: Sendable {
  /// The seconds since 1970.
  let end: Int
  let number: String

  init(until end: Int) {
    self.end = end
    number = RandomToken.make()
  }

  /// Reads the beginning of a code; nil if it can't be one.
  init?(_ code: String) {
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count <= 16, let end = Int(parts[0], radix: 16),
      JourneySecret.isHexadecimal(parts[1])
    else { return nil }
    self.end = end
    number = String(parts[1])
  }

  /// Returns the code of the link, which only servers can make.
  func code(of journey: String, _ mark: CookieMark?, _ key: String) -> String {
    let end = String(end, radix: 16)
    let secret = JourneySecret.derived("link", from: key, journey, mark?.secret ?? "first", end, number)
    return "\(end)-\(number)-\(secret.text)"
  }
}
