import FlowMarkup
import FlowState
import HTTPTypes
import WebServing

/// Answers the requests for the screens of one flow, without a server.
struct ScreenServer: Sendable {
  /// A reply to a request.
  enum Reply: Sendable {
    case page(PageReply)
    /// The changes of a session's screen, for as long as the client stays.
    case changes(AsyncStream<Int>)
  }

  /// Starts a run that shows its screens in a session.
  typealias Start = @Sendable (BrowserSession) async throws -> FlowRun
  /// Reads the body of a request, up to a number of bytes.
  typealias Body = @Sendable (_ limit: Int) async throws -> [UInt8]

  let settings: ScreenSettings
  let sessions: BrowserSessions

  /// The headers of all replies. Images come from the places that the program allows, and from no others.
  var headers: HTTPFields {
    HTTPFields(
      SafetyHeaders.all.map { name, value in
        (name, value.replacing("img-src 'self'", with: "img-src \(settings.images.policy)"))
      })
  }

  // MARK: Requests

  /// Returns the reply to a request. Errors have replies, too.
  func reply(to request: PageRequest, start: Start, body: Body) async -> Reply {
    do {
      return try await reply(to: settings.pages.seen(request), start, body)
    } catch let fault as PageFault {
      return .page(page(of: fault))
    } catch {
      var page = page(of: PageFault.failed)
      page.failure = PageFailure(error, at: route(request))
      return .page(page)
    }
  }

  /// Returns the route of a request for a log, which has no text of a client.
  private func route(_ request: PageRequest) -> String {
    let method = ["GET", "HEAD", "POST"].contains(request.method) ? request.method : "{…}"
    let part = request.parts?.first.map { ["changes", "screen", "leave"].contains($0) ? "/\($0)" : "/{…}" } ?? ""
    return "\(method) \(settings.base)\(part)"
  }

  private func reply(to request: PageRequest, _ start: Start, _ body: Body) async throws -> Reply {
    try PageGate.checkTexts(request)
    guard let parts = request.parts else { throw PageFault.malformed }
    // The server leaves out the body of a reply to a HEAD.
    let method = request.method == "HEAD" ? "GET" : request.method
    switch (method, parts.first, parts.count) {
    case ("GET", nil, 0): return .page(startPage(request))
    case ("POST", nil, 0): return .page(try await begin(request, try await fields(request, body), start))
    case ("GET", "assets", 2): return .page(try Assets.reply(parts[1]))
    case ("GET", "changes", 2):
      guard let (_, session) = session(request) else { return .page(gonePage) }
      guard let version = Int(parts[1]), let changes = session.changes(after: version) else {
        // A browser doesn't try again.
        return .page(PageReply(status: 204, headers: [("cache-control", "no-store")], body: ""))
      }
      return .changes(changes)
    case ("GET", "screen", 1): return .page(await screenPage(request))
    case ("POST", "screen", 1):
      try PageGate.checkOrigin(request)
      guard let (cookie, session) = session(request) else { return .page(gonePage) }
      return .page(try await take(try await fields(request, body), cookie, session))
    case ("GET", "leave", 1): return .page(leavePage(request))
    case ("POST", "leave", 1):
      try PageGate.checkOrigin(request)
      guard let (cookie, session) = session(request) else { return .page(gonePage) }
      return .page(try await leave(try await fields(request, body), cookie, session))
    default: throw PageFault.noPage
    }
  }

  private func fields(_ request: PageRequest, _ body: Body) async throws -> PostedFields {
    guard try PageGate.mediaType(ofForm: request) == PageGate.urlEncoded else { throw PageFault.unsupported }
    return try await settings.pages.urlEncodedFields(request, body)
  }

  // MARK: Cookies

  /// The cookies of the browser that could be those of a session. A browser sends one for each path.
  private func cookies(_ request: PageRequest) -> [JourneyCookie] {
    let cookies = request.cookies(settings.pages.cookieName(.journey, for: request)).compactMap(JourneyCookie.init)
    return Array(cookies.filter { $0.secret.journey.isSameSecret(as: $0.journey) }.prefix(8))
  }

  /// Returns the session of the browser; nil if it has none, or none any more.
  func session(_ request: PageRequest) -> (cookie: JourneyCookie, session: BrowserSession)? {
    for cookie in cookies(request) {
      if let session = sessions.session(cookie.journey) { return (cookie, session) }
    }
    return nil
  }

  private func checkToken(_ fields: PostedFields, _ cookie: JourneyCookie) throws(PageFault) {
    guard let token = fields[FormName.form], token.isSameSecret(as: cookie.secret.formToken) else { throw .wrongToken }
  }

  // MARK: Starting

  private func startPage(_ request: PageRequest) -> PageReply {
    if let (_, session) = session(request), session.ending == nil {
      return html(.underWay(settings.pages.start.title, at: settings.screen, leave: leaveLink))
    }
    let known = cookies(request).first
    let cookie = known ?? JourneyCookie(.make())
    var page = JourneyPage(.start, settings.pages.start.title, settings.pages.start.sentences)
    page.form = JourneyPage.Form(
      address: settings.start, hidden: StartForm.hidden(for: cookie.secret), button: settings.pages.startButton)
    return html(page).setting(
      known == nil ? settings.pages.header(cookie, for: request) : nil)
  }

  /// Starts a run. The same start page starts one, however often it is sent.
  private func begin(_ request: PageRequest, _ fields: PostedFields, _ start: Start) async throws -> PageReply {
    // Another tab has begun.
    if let (_, session) = session(request), session.ending == nil { return .redirect(to: settings.screen) }
    let (number, known) = try StartForm.read(fields, among: cookies(request).map(\.secret))
    // The secret is never one that the browser has brought along: somebody else may know that one.
    var secret = known.next(settings.pages.key, "")
    while let session = sessions.session(secret.journey), session.ending != nil {
      secret = secret.next(settings.pages.key, "")
    }
    let next = JourneyCookie(secret)
    switch sessions.open(next.journey, from: number) {
    case .full: throw PageFault.unavailable
    case .existing(let session):
      guard session.page.isSameSecret(as: number) else { return .redirect(to: settings.start) }
    case .opened(let session):
      do {
        let run = try await start(session)
        session.begin { run.cancel() }
      } catch {
        sessions.remove(next.journey, session)
        throw error
      }
    }
    return .redirect(to: settings.screen).setting(settings.pages.header(next, for: request))
  }

  // MARK: Screens

  private func take(
    _ fields: PostedFields, _ cookie: JourneyCookie, _ session: BrowserSession
  ) async throws -> PageReply {
    try checkToken(fields, cookie)
    let post = try PostedScreen(fields)
    // A form without a screen is late. The page says where the flow is.
    _ = await session.onScreen { screen in screen.take(post) }
    return .redirect(to: settings.screen)
  }

  private func screenPage(_ request: PageRequest) async -> PageReply {
    guard let (cookie, session) = session(request) else { return gonePage }
    for _ in 0..<3 {
      await session.settle(within: settings.pages.patience)
      if let page = await session.onScreen({ $0.page(isSeen: request.isOfPerson) }) {
        return html(screen(page, cookie))
      }
      if let ending = session.ending { return html(self.page(of: ending)) }
    }
    return html(workingPage)
  }

  private func leave(
    _ fields: PostedFields, _ cookie: JourneyCookie, _ session: BrowserSession
  ) async throws -> PageReply {
    try checkToken(fields, cookie)
    session.cancel()
    await session.settle(within: settings.pages.patience)
    return .redirect(to: settings.screen)
  }
}
