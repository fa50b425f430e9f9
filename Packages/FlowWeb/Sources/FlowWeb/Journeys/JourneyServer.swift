import FlowDurable
import FlowForms
import FlowMarkup
import FlowState
import WebServing

/// Answers the requests for the pages of one flow, without a server.
///
/// It keeps nothing of a run between two requests, so any process answers any request. Only the screens of visits are in memory.
struct JourneyServer<Content, Result: Sendable>: Sendable {
  /// A run that a browser may see and answer.
  struct Journey: Sendable {
    let run: DurableRun<Content, Result>
    /// The run as the request has found it, with one call of the store.
    let found: RunMoment
    let cookie: JourneyCookie

    var id: String { cookie.journey }
  }

  /// Starts a run with a key, in a place.
  typealias Start =
    @Sendable (_ key: String, _ place: any RunAdding) async throws -> DurableRun<Content, Result>
  /// Reads the body of a request, up to a number of bytes.
  typealias Body = @Sendable (_ limit: Int) async throws -> [UInt8]

  let flow: DurableFlow<Content, Result>
  let worker: FlowWorker
  let settings: PageSettings
  /// Returns the text of the last page.
  let ending: @Sendable (Result?) -> PageText
  /// The screens of visits, which live in this process.
  let screens = BrowserSessions(ScreenLimits(), timed: MonotonicClock())

  var base: String { settings.base }

  // MARK: Requests

  /// Returns the reply to a request. Errors have replies, too.
  func reply(to request: PageRequest, start: Start, body: Body) async -> PageReply {
    do {
      return try await reply(to: settings.seen(request), start, body)
    } catch let fault as PageFault {
      return reply(to: fault)
    } catch {
      let fault = (error as? StoreError).map(PageFault.init) ?? .failed
      var reply = reply(to: fault)
      if fault.status >= 500 { reply.failure = PageFailure(error, at: route(request)) }
      return reply
    }
  }

  /// Returns the route of a request for a log, which has no text of a client.
  private func route(_ request: PageRequest) -> String {
    let parts = (request.parts ?? []).prefix(4).enumerated().map { place, part in
      place == 0
        ? "{journey}"
        : ["-", "leave", "resume", "change", "changes", "answer"].contains(part) ? part : isStep(part) ? part : "{…}"
    }
    let method = ["GET", "HEAD", "POST"].contains(request.method) ? request.method : "{…}"
    return "\(method) \(base)\(parts.map { "/\($0)" }.joined())"
  }

  private func isStep(_ name: String) -> Bool { flow.definition.form(at: name) != nil || screen(at: name) != nil }

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
    case ("GET", 3) where page == "leave": return try leavePage(try await journey(parts[0], request))
    case ("GET", 3) where page == "resume":
      return try await resumePage(try await journey(parts[0], request), request)
    case ("GET", 4) where page == "resume": return try await arrivalPage(parts[0], parts[3])
    case ("POST", 4) where page == "resume": return try await arrive(parts[0], parts[3], request)
    case ("GET", 1): return try await standing(try await journey(parts[0], request))
    case ("GET", 2): return try await self.page(of: parts[1], try await journey(parts[0], request), request)
    case ("GET", 4) where page == "change":
      return try await changePage(of: parts[3], try await journey(parts[0], request), request)
    case ("GET", 6) where page == "changes":
      return changes(parts[3], parts[4], after: parts[5], try await journey(parts[0], request))
    case ("POST", 4) where page == "change":
      try PageGate.checkOrigin(request)
      let journey = try await journey(parts[0], request)
      guard let screen = screen(at: parts[3], journey) else { throw PageFault.noPage }
      return try await press(journey, parts[3], screen, isChange: true, try await fields(request, body))
    case ("POST", 0):
      return try await begin(request, try await fields(request, body), start)
    case ("POST", 3) where page == "leave":
      try PageGate.checkOrigin(request)
      let journey = try await journey(parts[0], request)
      return try await leave(journey, try await fields(request, body))
    case ("POST", 2):
      try PageGate.checkOrigin(request)
      let journey: Journey
      do { journey = try await self.journey(parts[0], request) } catch PageFault.noJourney {
        guard parts[1] == settings.rotatingStep else { throw PageFault.noJourney }
        return try await answerAgain(parts[0], parts[1], request, body)
      }
      if let screen = screen(at: parts[1], journey) {
        return try await press(journey, parts[1], screen, isChange: false, try await fields(request, body))
      }
      guard let form = form(at: parts[1], journey) else { throw PageFault.noPage }
      let fields = try await fields(request, body, for: form)
      return try await answer(journey, parts[1], form, fields, request)
    default: throw PageFault.noPage
    }
  }

  // MARK: Bodies

  /// Reads the fields of a form.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: Reads its body.
  ///   - form: The form; nil for one of the pages themselves.
  ///   - mayBeLarge: Whether the body may have the size of the form's files.
  /// - Returns: The fields.
  /// - Throws: A ``PageFault`` if they can't be read.
  func fields(
    _ request: PageRequest, _ body: Body, for form: AnyForm? = nil, mayBeLarge: Bool = true
  ) async throws -> PostedFields {
    switch try PageGate.mediaType(ofForm: request) {
    case PageGate.urlEncoded: return try await settings.urlEncodedFields(request, body, for: form?.outline)
    case "multipart/form-data":
      guard settings.files != nil, let form, let boundary = Multipart.boundary(request.headers["content-type"] ?? "")
      else { throw PageFault.unsupported }
      let limits = settings.limits(of: form.outline)
      let limit = form.outline.fields.reduce(limits.bytes) { sum, field in
        if mayBeLarge, case .file(_, let size) = field.kind { sum + min(size, 1 << 30) + 1_024 } else { sum }
      }
      try PageGate.checkLength(request, limit: limit)
      return try Multipart.fields(try await body(limit), boundary: boundary, most: limits.fields)
    default: throw PageFault.unsupported
    }
  }

  // MARK: Cookies

  /// Returns the journey with a name, if a cookie of the browser is for it.
  ///
  /// - Throws: ``PageFault/noJourney``, also if there is no such journey: nobody learns which ones there are.
  func journey(_ id: String, _ request: PageRequest) async throws -> Journey {
    let cookies = request.cookies(settings.cookieName(.journey, for: request)).compactMap(JourneyCookie.init)
      .filter { $0.journey == id }.prefix(8)
    guard !cookies.isEmpty, let (run, found) = try await worker.read(flow, key: id) else { throw PageFault.noJourney }
    let mark = try mark(of: run, at: found)
    for cookie in cookies {
      let isFirst =
        if let mark { mark.isOf(cookie.secret) } else { cookie.secret.journey.isSameSecret(as: id) }
      let isOfDevice =
        settings.isResumable && cookie.secret.text.isSameSecret(as: deviceSecret(id, mark).text)
      if isFirst || isOfDevice { return Journey(run: run, found: found, cookie: cookie) }
    }
    throw PageFault.noJourney
  }

  /// Returns the mark of the cookie that has replaced that of a run; nil if none has.
  func mark(of run: DurableRun<Content, Result>, at moment: RunMoment) throws -> CookieMark? {
    settings.rotatingStep == nil ? nil : try CookieMark(of: run, at: moment)
  }

  /// Throws if a form doesn't have the token of a cookie.
  func checkToken(_ fields: PostedFields, _ cookie: JourneyCookie) throws(PageFault) {
    guard let token = fields.form.token, token.isSameSecret(as: cookie.secret.formToken) else {
      throw .wrongToken
    }
  }

  // MARK: Replies

  /// Returns the reply with a page, in the language of a journey.
  func html(_ page: JourneyPage, status: Int = 200, of journey: Journey? = nil) -> PageReply {
    var page = page
    page.service = settings.service
    page.language = journey.flatMap { settings.languageOfRun($0.found.assignments) } ?? settings.language
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
  /// The token that shows that the form is one of this browser, and the digest of the questions that it asks.
  static let form = "flow-form"
  /// Whether the form answers an open visit, or changes an answer.
  static let mode = "flow-mode"
  /// The random number of a start page.
  static let start = "flow-start"
  /// The random number of a page whose answer replaces the cookie.
  static let page = "flow-page"
  /// An earlier file that the page shows, and that an empty input keeps.
  static let kept = "flow-kept"
  /// The box that removes an earlier file. Its value is the name of the field.
  static let removed = "flow-removed"

  /// Returns the text with which a page names a file of a field.
  static func kept(_ file: FormFile, in field: String) -> String { "\(field) \(file.digest)" }

  /// The names of the inputs of a form that answers a page. A page without a random number leaves out the last one.
  static func ofAnswers(hasNumber: Bool) -> [String] { [visit, form, mode] + (hasNumber ? [page] : []) }
}
