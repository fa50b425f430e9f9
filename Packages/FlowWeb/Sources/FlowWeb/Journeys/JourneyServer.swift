import FlowDurable
import FlowForms
import FlowMarkup
import WebServing

/// Answers the requests for the pages of one flow, without a server.
///
/// It keeps nothing between two requests, so any process answers any request.
struct JourneyServer<Content, Result: Sendable>: Sendable {
  /// A run that a browser may see and answer.
  struct Journey: Sendable {
    let run: DurableRun<Content, Result>
    let cookie: JourneyCookie
    /// Whether the cookie has been replaced by another one, which follows from it if this is the browser that got it.
    var isReplaced = false

    var id: String { cookie.journey }
  }

  /// Starts a run with a key.
  typealias Start = @Sendable (_ key: String) async throws -> DurableRun<Content, Result>
  /// Reads the body of a request, up to a number of bytes.
  typealias Body = @Sendable (_ limit: Int) async throws -> [UInt8]

  let flow: DurableFlow<Content, Result>
  let worker: FlowWorker
  let settings: PageSettings
  /// Returns the text of the last page.
  let ending: @Sendable (Result?) -> PageText

  var base: String { settings.base }

  // MARK: Requests

  /// Returns the reply to a request. Errors have replies, too.
  func reply(to request: PageRequest, start: Start, body: Body) async -> PageReply {
    do {
      return try await reply(to: request, start, body)
    } catch let fault as PageFault {
      return reply(to: fault)
    } catch let error as StoreError {
      return reply(to: PageFault(error))
    } catch {
      return reply(to: .failed)
    }
  }

  private func reply(to request: PageRequest, _ start: Start, _ body: Body) async throws -> PageReply {
    try PageGate.checkTexts(request)
    guard let parts = request.parts else { throw PageFault.malformed }
    // The server leaves out the body of a reply to a HEAD.
    let method = request.method == "HEAD" ? "GET" : request.method
    // The pages about a journey are below its address, as its cookie may be. No step has an address of three parts.
    let page = parts.count >= 3 && parts[1] == "-" ? parts[2] : nil
    switch (method, parts.count) {
    case ("GET", 0): return try await startPage(request)
    case ("GET", 2) where parts[0] == "assets": return try asset(parts[1])
    case ("GET", 3) where page == "leave": return try await leavePage(try await journey(parts[0], request))
    case ("GET", 3) where page == "resume":
      return try await resumePage(try await journey(parts[0], request), request)
    case ("GET", 4) where page == "resume": return try await arrivalPage(parts[0], parts[3])
    case ("POST", 4) where page == "resume": return try await arrive(parts[0], parts[3], request)
    case ("GET", 1): return try await standing(try await journey(parts[0], request))
    case ("GET", 2): return try await self.page(of: parts[1], try await journey(parts[0], request))
    case ("POST", 0):
      return try await begin(request, try await fields(request, body), start)
    case ("POST", 3) where page == "leave":
      try PageGate.checkOrigin(request)
      let journey = try await journey(parts[0], request)
      return try await leave(journey, try await fields(request, body))
    case ("POST", 2):
      try PageGate.checkOrigin(request)
      let journey = try await journey(parts[0], request, replacedAt: parts[1])
      guard let form = flow.definition.form(at: parts[1]) else { throw PageFault.noPage }
      let fields = try await fields(request, body, for: form)
      return try await answer(journey, parts[1], form, fields, request)
    default: throw PageFault.noPage
    }
  }

  // MARK: Bodies

  private func fields(_ request: PageRequest, _ body: Body, for form: AnyForm? = nil) async throws -> PostedFields {
    try PageGate.checkOrigin(request)
    let type = (request.headers["content-type"] ?? "").split(separator: ";").first.map { $0.lowercased() } ?? ""
    switch type {
    case "application/x-www-form-urlencoded":
      try PageGate.checkLength(request, limit: settings.largestForm)
      return try PostedFields(urlEncoded: try await body(settings.largestForm), most: settings.mostFields)
    case "multipart/form-data":
      guard settings.files != nil, let form, let boundary = Multipart.boundary(request.headers["content-type"] ?? "")
      else { throw PageFault.unsupported }
      let limit = form.outline.fields.reduce(settings.largestForm) { sum, field in
        if case .file(_, let size) = field.kind { sum + min(size, 1 << 30) + 1_024 } else { sum }
      }
      try PageGate.checkLength(request, limit: limit)
      return try Multipart.fields(try await body(limit), boundary: boundary, most: settings.mostFields)
    default: throw PageFault.unsupported
    }
  }

  // MARK: Cookies

  /// Returns the journey with a name, if a cookie of the browser is for it.
  ///
  /// - Throws: ``PageFault/noJourney``, also if there is no such journey: nobody learns which ones there are.
  func journey(_ id: String, _ request: PageRequest, replacedAt step: String? = nil) async throws -> Journey {
    let cookies = request.cookies(settings.cookieName).compactMap(JourneyCookie.init).filter { $0.journey == id }
      .prefix(8)
    guard !cookies.isEmpty, let run = try await worker.find(flow, key: id) else { throw PageFault.noJourney }
    let mark = settings.rotatingStep == nil ? nil : try await CookieMark(of: run.answers(), run)
    let refused = settings.rotatingStep == nil ? nil : try await CookieMark(refusedBy: run)
    for cookie in cookies {
      let isFirst =
        if let mark { cookie.secret.mark.isSameSecret(as: mark.secret) } else {
          cookie.secret.journey.isSameSecret(as: id)
        }
      let isRefused = refused.map { cookie.secret.mark.isSameSecret(as: $0.secret) } ?? false
      let isOfDevice =
        settings.isResumable && cookie.secret.text.isSameSecret(as: deviceSecret(id, mark).text)
      if isFirst || isRefused || isOfDevice { return Journey(run: run, cookie: cookie) }
    }
    // A double click sends the earlier cookie twice.
    if let step, step == settings.rotatingStep {
      return Journey(run: run, cookie: cookies[cookies.startIndex], isReplaced: true)
    }
    throw PageFault.noJourney
  }

  /// Throws if a form doesn't have the token of a cookie.
  func checkToken(_ fields: PostedFields, _ cookie: JourneyCookie) throws(PageFault) {
    guard let token = fields[FormName.form], token.isSameSecret(as: cookie.secret.formToken) else {
      throw .wrongToken
    }
  }

  // MARK: Replies

  /// Returns the reply with a page.
  func html(_ page: JourneyPage, status: Int = 200) -> PageReply {
    var page = page
    page.service = settings.service
    page.language = settings.language
    page.assets = base + "/assets"
    page.start = base.isEmpty ? "/" : base
    return .html(settings.style.document(page), status: status)
  }

  private func reply(to fault: PageFault) -> PageReply {
    var page = JourneyPage(.error, fault.title, [fault.sentence])
    page.links = [JourneyPage.Link(label: "Go to the start", address: base.isEmpty ? "/" : base)]
    return html(page, status: fault.status)
  }

  private func asset(_ name: String) throws(PageFault) -> PageReply {
    switch name {
    case Assets.styleName: .asset(Assets.style, type: "text/css; charset=utf-8")
    case Assets.scriptName: .asset(Assets.script, type: "text/javascript; charset=utf-8")
    default: throw .noPage
    }
  }
}

/// The names of the hidden inputs of forms.
enum FormName {
  /// The token of the visit that the form answers.
  static let visit = "flow-visit"
  /// The token that shows that the form is one of this browser.
  static let form = "flow-form"
  /// Whether the form answers an open visit, or changes an answer.
  static let mode = "flow-mode"
  /// The name of a start, where each start begins a journey of its own.
  static let start = "flow-start"
}
