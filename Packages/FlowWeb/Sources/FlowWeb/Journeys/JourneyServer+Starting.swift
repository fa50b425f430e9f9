import FlowDurable
import FlowJSON
import WebServing

/// The start page, and the start of a journey.
///
/// A cookie of the start makes two tabs one journey. Somebody else may have planted it. So each start page has a random
/// number, too, and only the page that has begun a journey gets its cookie.
extension JourneyServer {
  /// Returns the start page, or a page that leads on to the journey that the browser has begun.
  func startPage(_ request: PageRequest) async throws -> PageReply {
    if let journey = try await current(request), !journey.isOver {
      return html(.underWay(settings.start.title, at: "\(base)/\(journey.id)", leave: leaveLink(journey)))
    }
    let known = try await unusedStart(request)
    let secret = known ?? .make()
    var page = JourneyPage(.start, settings.start.title, settings.start.sentences)
    page.form = JourneyPage.Form(
      address: startAddress, hidden: StartForm.hidden(for: secret), button: settings.startButton)
    return html(page).setting(known == nil ? settings.startHeader(secret, for: request) : nil)
  }

  /// Starts a journey. The same start page starts one, however often it is sent.
  func begin(_ request: PageRequest, _ fields: PostedFields, _ start: Start) async throws -> PageReply {
    // Another tab has begun.
    if let journey = try await current(request), !journey.isOver {
      return .redirect(to: try await place(of: journey))
    }
    let (number, known) = try StartForm.read(fields, among: starts(request))
    // The secret is never one that the browser has brought along: somebody else may know that one.
    let secret = known.next(settings.key, settings.startsSeveral ? number : "")
    let mark = StartMark(number)
    let run = try await start(secret.journey, mark.place(in: worker.store))
    if !run.isNew, try await StartMark(of: run.number, in: worker.store) != mark {
      // Another page with this cookie has begun: that of another tab, whose reply brings the cookie of the journey.
      return .redirect(to: startAddress)
    }
    let journey = Journey(run: run, found: try await run.moment(), cookie: JourneyCookie(secret))
    let reply = PageReply.redirect(to: try await place(of: journey))
      .setting(settings.header(journey.cookie, for: request))
    return settings.startsSeveral ? reply : reply.setting(settings.startHeader(nil, for: request))
  }

  private var startAddress: String { base.isEmpty ? "/" : base }

  /// Returns the journey of the browser; nil if it has none, or if each start begins one.
  private func current(_ request: PageRequest) async throws -> Journey? {
    guard !settings.startsSeveral else { return nil }
    for cookie in cookies(request) {
      do { return try await journey(cookie.journey, request) } catch PageFault.noJourney {}
    }
    return nil
  }

  /// Returns the cookie of the start with which a journey can begin; nil if the browser needs a new one.
  private func unusedStart(_ request: PageRequest) async throws -> JourneySecret? {
    for secret in starts(request) {
      if settings.startsSeveral { return secret }
      if try await worker.find(flow, key: secret.next(settings.key, "").journey) == nil { return secret }
    }
    return nil
  }

  private func starts(_ request: PageRequest) -> ArraySlice<JourneySecret> {
    request.cookies(settings.cookieName(.start, for: request)).compactMap { JourneySecret($0) }.prefix(8)
  }

  func cookies(_ request: PageRequest) -> ArraySlice<JourneyCookie> {
    request.cookies(settings.cookieName(.journey, for: request)).compactMap(JourneyCookie.init).prefix(8)
  }
}

extension JourneyServer.Journey {
  /// Whether the run has ended.
  var isOver: Bool {
    if case .ended = found.summary.state { true } else { false }
  }
}

/// The digest of the number of the start page that has begun a run, in the first record of the run.
struct StartMark: Sendable, Equatable {
  private static let member = "startPage"

  private let text: String

  init(_ number: String) {
    text = JourneySecret.derived("start page", from: number).text
  }

  /// Reads the mark of a run; nil if no start page has begun it.
  init?(of run: RunNumber, in store: any FlowStore) async throws {
    guard case .string(let text)? = try await store.records(of: run, after: 0, limit: 1).first?.others[Self.member]
    else { return nil }
    self.text = text
  }

  /// Returns a place that adds runs with the mark.
  func place(in store: any FlowStore) -> any RunAdding { Place(text: text, store: store) }

  private struct Place: RunAdding {
    let text: String
    let store: any FlowStore

    func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
      var run = run
      run.others[StartMark.member] = .string(text)
      return try await store.add(run)
    }
  }
}
