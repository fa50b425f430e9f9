import FlowDurable
import FlowState
import FlowStateTesting
import FlowWeb

/// A sequence of actions that is played: a browser with two tabs, a stranger, a store, and the processes that serve it.
final class JourneyTrial {
  private let setUp: JourneySetup
  private let place: any TrialPlace
  let clock = ManualClock()
  private let world: JourneyStage.World
  private(set) var process: TrialProcess
  /// The number of processes that have died.
  private(set) var deaths = 0

  var browser = TrialBrowser()
  private(set) var snapshot = JourneySnapshot()
  private var isSnapshotOld = false
  /// The sentences of the actions so far.
  private(set) var lines: [String] = []
  private(set) var violation: JourneyViolation?
  /// The requests that were sent in the current action.
  var exchanges: [Exchange] = []
  /// The pages that were shown in the current action, with the journeys at that time.
  var loads: [(page: ShownPage, snapshot: JourneySnapshot)] = []

  /// A form that was sent, or a page that a stranger asked for.
  struct Exchange {
    /// Whether the person has sent it as the page has it.
    var isOwn = true
    var page: ShownPage?
    var posted: PostedForm?
    var reply: BrowserReply
    /// The size of the journal when the reply came.
    var size = 0
  }
  /// The size of the journal, where one is kept.
  var size: @Sendable () -> Int = { 0 }

  /// Begins a trial.
  ///
  /// - Parameters:
  ///   - place: The place of the store.
  ///   - setUp: Sets up a process.
  ///   - world: The effects so far.
  ///   - time: The time so far.
  /// - Throws: A ``JourneyViolation`` if the setup throws an error; the error of the store.
  init(
    on place: any TrialPlace, _ setUp: JourneySetup, _ world: JourneyStage.World = JourneyStage.World(),
    at time: Duration = .zero
  ) async throws {
    self.place = place
    self.world = world
    self.setUp = setUp
    if time > .zero { clock.advance(by: time) }
    process = try TrialProcess(try await place.open(timed: clock), timed: clock, world, setUp)
  }

  var door: PagesDoor { process.door }
  var stage: JourneyStage { process.stage }

  var effects: [JourneyStage.Effect] { world.effects }

  /// Ends the last process.
  func end() async {
    await process.die()
    await place.close()
  }

  /// The key of the state.
  var key: StateKey {
    let pages = browser.tabs.map { tab in
      tab.pages.map { "\($0.address) \($0.status) \($0.html)" }.joined(separator: "\n")
        + "\n\(tab.posted.map { "\($0.address) \($0.body)" } ?? "")"
    }
    let effects = world.effects.map { "\($0)" }.joined(separator: "\n")
    return StateKey(
      [
        pages[0], pages[1], "\(browser.jar)", "\(browser.strangersJar)", snapshot.text, effects,
        "\(min(deaths, 1)) \(browser.hasPlanted)",
      ].joined(separator: "\n"))
  }

  // MARK: Playing

  /// Plays an action. Returns false if it isn't possible.
  func play(_ action: JourneyAction, isChecked: Bool = true) async throws -> Bool {
    let count = lines.count
    do {
      return try await perform(action, isChecked: isChecked)
    } catch let broken as JourneyViolation {
      if lines.count == count { lines.append("'\(action)' isn't over.") }
      violation = broken
      return true
    }
  }

  private func perform(_ action: JourneyAction, isChecked: Bool) async throws -> Bool {
    (exchanges, loads) = ([], [])
    if isChecked || action.needsSnapshot { try await look() }
    guard let sentence = try await perform(action) else { return false }
    lines.append(sentence)
    try await settle()
    let before = snapshot
    isSnapshotOld = true
    guard isChecked || action.needsSnapshot else { return true }
    try await look()
    if case .tab(_, .stranger(.starting)) = action.actor {
      browser.strangersRuns.formUnion(snapshot.journeys.map(\.number).filter { before[$0] == nil })
    }
    guard isChecked, violation == nil else { return true }
    let laws = JourneyLaws(
      action: action, before: before, after: snapshot, exchanges: exchanges, loads: loads, effects: world.effects,
      strangersRuns: browser.strangersRuns, door: door, stage: stage)
    violation = laws.violation
    return true
  }

  /// Continues in a new process after the server was killed in an action, and checks what counts.
  ///
  /// - Parameters:
  ///   - moment: The trial before the action.
  ///   - exchanges: The replies that the browser has got.
  ///   - isCut: Whether a part of the journal is missing.
  ///   - action: The action.
  /// - Throws: The error of the setup or the store.
  func resume(
    _ moment: KilledMoment, knowing exchanges: [Exchange], isCut: Bool, by action: JourneyAction
  ) async throws {
    browser = moment.browser
    for exchange in exchanges where exchange.isOwn { browser.jar.take(exchange.reply.headers) }
    lines = moment.lines
    lines.append("During '\(action)', the server is killed, and another one starts.")
    deaths = 1
    do {
      try await settle()
    } catch let broken as JourneyViolation {
      violation = broken
      return
    }
    snapshot = try await JourneySnapshot(door)
    // The person doesn't know what has become of the others.
    let lost = Exchange(isOwn: false, reply: BrowserReply(status: 0, headers: [], body: ""))
    violation =
      JourneyLaws(
        action: action, before: moment.snapshot, after: snapshot, exchanges: exchanges + (isCut ? [lost] : []),
        loads: [], effects: world.effects, strangersRuns: browser.strangersRuns, door: door, stage: stage
      ).violation
  }

  /// Reads the journeys, unless nothing has happened since.
  private func look() async throws {
    guard isSnapshotOld else { return }
    snapshot = try await JourneySnapshot(door)
    isSnapshotOld = false
  }

  /// Works until nothing is due, in a new process if this one dies.
  func settle() async throws {
    for _ in 0..<100 { if try await process.work() { return } else { try await restart() } }
    throw JourneyViolation(.endless, "The server died a hundred times.")
  }

  /// Ends the process, and begins another one. The leases of the dead one end.
  func restart() async throws {
    await process.die()
    deaths += 1
    clock.advance(by: JourneyStage.lease)
    process = try TrialProcess(try await place.open(timed: clock), timed: clock, world, setUp)
  }

  // MARK: Requests

  /// Returns a request of a browser.
  func request(_ path: String, _ posted: PostedForm? = nil, _ jar: CookieJar) -> PagesDoor.Request {
    var request = PagesDoor.Request(String(path.prefix { $0 != "#" }))
    request.host = "shop.example"
    if let cookie = jar.header(for: request.path) { request.headers.append(("cookie", cookie)) }
    request.headers.append(("sec-fetch-site", "same-origin"))
    guard let posted else { return request }
    request.method = "POST"
    request.body = posted.body
    request.headers += [
      ("content-type", "application/x-www-form-urlencoded"), ("content-length", "\(request.body.utf8.count)"),
    ]
    return request
  }

  /// Sends a request of the person's browser.
  func send(_ path: String, _ posted: PostedForm? = nil, from page: ShownPage? = nil, isOwn: Bool = true) async
    -> BrowserReply
  {
    let reply = await process.reply(to: request(path, posted, browser.jar))
    // A process that has died doesn't reply.
    guard !process.store.isDead else { return BrowserReply(status: 0, headers: [], body: "") }
    browser.jar.take(reply.headers)
    exchanges.append(Exchange(isOwn: isOwn, page: page, posted: posted, reply: reply, size: size()))
    return reply
  }

  /// Sends two forms at once.
  func send(_ first: (ShownPage, PostedForm), and second: (ShownPage, PostedForm)) async -> (BrowserReply, BrowserReply)
  {
    let replies = await process.replies(
      to: request(first.1.address, first.1, browser.jar), and: request(second.1.address, second.1, browser.jar))
    guard !process.store.isDead else {
      let none = BrowserReply(status: 0, headers: [], body: "")
      return (none, none)
    }
    browser.jar.take(replies.1.headers)
    browser.jar.take(replies.0.headers)
    exchanges.append(Exchange(page: second.0, posted: second.1, reply: replies.1, size: size()))
    exchanges.append(Exchange(page: first.0, posted: first.1, reply: replies.0, size: size()))
    return replies
  }

  /// Shows the reply to a request in a tab, after the redirections.
  func show(_ reply: BrowserReply, of address: String, _ posted: PostedForm? = nil, in tab: Int) async throws {
    try await settle()
    var (reply, address, posted) = (reply, address, posted)
    for _ in 0..<10 {
      guard reply.isRedirection, let location = reply.location else { break }
      (address, posted) = (location, nil)
      reply = await send(location)
      try await settle()
    }
    guard reply.status != 0 else { return }
    let now = try await JourneySnapshot(door)
    let page = ShownPage(address, reply, posted: posted, seen: now.seen)
    loads.append((page, now))
    browser.tabs[tab].show(page)
  }
}

/// The browser of a trial, and that of a stranger.
struct TrialBrowser: Sendable {
  var tabs = [BrowserTab(), BrowserTab()]
  var jar = CookieJar()
  var strangersJar = CookieJar()
  var hasPlanted = false
  /// The runs that the stranger has started.
  var strangersRuns: Set<RunNumber> = []
}

extension JourneyAction {
  /// Whether the action needs to know the journeys.
  fileprivate var needsSnapshot: Bool {
    switch actor {
    case .wait, .tab(_, .stranger(.starting)): true
    default: false
    }
  }
}
