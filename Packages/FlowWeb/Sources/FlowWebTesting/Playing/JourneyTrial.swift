import FlowDurable
import FlowState
import FlowStateTesting
import FlowWeb
import Synchronization

/// A sequence of actions that is played: a browser with two tabs, a stranger, a store, and the processes that serve it.
final class JourneyTrial {
  private let setUp: JourneySetup
  let place: any TrialPlace
  let clock = ManualClock()
  let world = JourneyStage.World()
  private(set) var process: TrialProcess
  /// The number of processes that have died.
  private(set) var deaths = 0

  var tabs = [BrowserTab(), BrowserTab()]
  var jar = CookieJar()
  var strangersJar = CookieJar()
  var hasPlanted = false
  /// The runs that the stranger has started.
  var strangersRuns: Set<RunNumber> = []

  private(set) var snapshot = JourneySnapshot()
  /// The sentences of the actions so far.
  private(set) var lines: [String] = []
  private(set) var violation: JourneyViolation?
  /// What was sent in the current action.
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
  }

  init(on place: any TrialPlace, _ setUp: @escaping JourneySetup) throws {
    self.place = place
    self.setUp = setUp
    process = try TrialProcess(try place.open(timed: clock), timed: clock, world, setUp)
  }

  var door: PagesDoor { process.door }
  var stage: JourneyStage { process.stage }

  /// Ends the last process.
  func end() async { await process.die() }

  /// The key of the state.
  var key: StateKey {
    let pages = tabs.map { tab in
      tab.pages.map { "\($0.address) \($0.status) \($0.html)" }.joined(separator: "\n")
        + "\n\(tab.posted.map { "\($0.address) \($0.body)" } ?? "")"
    }
    let effects = world.effects.map { "\($0)" }.joined(separator: "\n")
    return StateKey(
      "\(pages[0])\n\(pages[1])\n\(jar)\n\(strangersJar)\n\(snapshot.text)\n\(effects)\n\(min(deaths, 1)) \(hasPlanted)")
  }

  // MARK: Playing

  /// Plays an action. Returns false if it isn't possible.
  func play(_ action: JourneyAction, isChecked: Bool = true) async throws -> Bool {
    (exchanges, loads) = ([], [])
    guard let sentence = try await perform(action) else { return false }
    lines.append(sentence)
    try await settle()
    let before = snapshot
    snapshot = try await JourneySnapshot(door)
    if case .tab(_, .stranger(.starting)) = action.actor {
      strangersRuns.formUnion(snapshot.journeys.map(\.number).filter { before[$0] == nil })
    }
    let laws = JourneyLaws(
      action: action, before: before, after: snapshot, exchanges: exchanges, loads: loads, effects: world.effects,
      strangersRuns: strangersRuns, door: door, requirements: stage.requirements)
    if isChecked, violation == nil { violation = laws.violation }
    return true
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
    process = try TrialProcess(try place.open(timed: clock), timed: clock, world, setUp)
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
    let reply = await process.reply(to: request(path, posted, jar))
    // A process that has died doesn't reply.
    guard !process.store.isDead else { return BrowserReply(status: 0, headers: [], body: "") }
    jar.take(reply.headers)
    exchanges.append(Exchange(isOwn: isOwn, page: page, posted: posted, reply: reply))
    return reply
  }

  /// Sends two forms at once.
  func send(_ first: (ShownPage, PostedForm), and second: (ShownPage, PostedForm)) async -> (BrowserReply, BrowserReply) {
    let replies = await process.replies(
      to: request(first.1.address, first.1, jar), and: request(second.1.address, second.1, jar))
    jar.take(replies.1.headers)
    jar.take(replies.0.headers)
    exchanges.append(Exchange(page: second.0, posted: second.1, reply: replies.1))
    exchanges.append(Exchange(page: first.0, posted: first.1, reply: replies.0))
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
    tabs[tab].show(page)
  }
}

/// A place where the store of a trial stays when its processes die.
protocol TrialPlace: Sendable {
  /// Opens the store for a new process.
  func open(timed clock: any FlowClock) throws -> any FlowStore
}

/// A store in memory, which stays when a process dies, as that of a database does.
final class MemoryPlace: TrialPlace {
  private let store = Mutex<MemoryStore?>(nil)

  func open(timed clock: any FlowClock) throws -> any FlowStore {
    store.withLock { store in
      let opened = store ?? MemoryStore(timed: clock)
      store = opened
      return opened
    }
  }
}
