import FlowDurable
import WebServing

/// The start page, and the start of a journey.
extension JourneyServer {
  /// Returns the start page, or a page that leads on to the journey that the browser has begun.
  func startPage(_ request: PageRequest) async throws -> PageReply {
    if let journey = try await current(request), !(try await journey.isOver) {
      var page = JourneyPage(.underWay, settings.start.title, ["You have begun, and can go on where you were."])
      page.links = [JourneyPage.Link(label: "Continue", address: "\(base)/\(journey.id)")]
      page.leave = leaveLink(journey)
      return html(page)
    }
    let known = cookies(request).first
    let cookie = known ?? JourneyCookie(.make())
    var page = JourneyPage(.start, settings.start.title, settings.start.sentences)
    var hidden = [(FormName.form, cookie.secret.formToken)]
    if settings.startsSeveral { hidden.append((FormName.start, RandomToken.make())) }
    page.form = JourneyPage.Form(
      address: base.isEmpty ? "/" : base, hidden: hidden.map { (name: $0.0, value: $0.1) }, button: settings.startButton
    )
    return html(page).setting(known == nil ? settings.header(cookie, for: request, ofJourney: false) : nil)
  }

  /// Starts a journey. The same start page starts one, however often it is sent.
  func begin(_ request: PageRequest, _ fields: PostedFields, _ start: Start) async throws -> PageReply {
    // Another tab has begun.
    if let journey = try await current(request), !(try await journey.isOver) {
      return .redirect(to: try await place(of: journey))
    }
    guard let cookie = cookies(request).first else { throw PageFault.wrongToken }
    try checkToken(fields, cookie)
    // The secret is never one that the browser has brought along: somebody else may know that one.
    var secret = cookie.secret.next(settings.key, settings.startsSeveral ? fields[FormName.start] ?? "" : "")
    var run = try await start(secret.journey)
    for _ in 0..<16 where !run.isNew && !settings.startsSeveral {
      guard case .ended = try await run.summary().state else { break }
      secret = secret.next(settings.key, "")
      run = try await start(secret.journey)
    }
    let journey = Journey(run: run, cookie: JourneyCookie(secret))
    return .redirect(to: try await place(of: journey)).setting(settings.header(journey.cookie, for: request))
  }

  /// Returns the journey of the browser; nil if it has none, or if each start begins one.
  private func current(_ request: PageRequest) async throws -> Journey? {
    guard !settings.startsSeveral else { return nil }
    for cookie in cookies(request) {
      do { return try await journey(cookie.journey, request) } catch PageFault.noJourney {}
    }
    return nil
  }

  private func cookies(_ request: PageRequest) -> [JourneyCookie] {
    Array(request.cookies(settings.cookieName).compactMap(JourneyCookie.init).prefix(8))
  }
}

extension JourneyServer.Journey {
  /// Whether the run has ended.
  var isOver: Bool {
    get async throws {
      if case .ended = try await run.summary().state { true } else { false }
    }
  }
}
