import FlowDurable
import FlowForms
import FlowJSON
import FlowWeb
import Synchronization
import Testing
import WebTestSupport

@Suite("W5: What can't be saved yet is told")
struct UnattendedTests {
  /// Calls a closure with the page of the plan, after a touch with which no worker has dealt.
  private static func withoutWorker(
    _ body: @escaping @Sendable (Site, UnattendedStore, Visitor, _ plan: Visitor.Reply) async throws -> Void
  ) async throws {
    let store = UnattendedStore(MemoryStore(timed: WallClock()))
    try await Site.run(on: store) {
      $0.limited(patience: .milliseconds(50))
    } body: { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      store.isUnattended = true
      try await site.run(of: visitor).touch()
      try await body(site, store, visitor, plan)
    }
  }

  @Test("A form that is sent while no worker is there can be sent again")
  func form() async throws {
    try await Self.withoutWorker { site, store, visitor, plan in
      let reply = try await visitor.answer(plan, [("kind", "free")])
      #expect(reply.status == 503 && reply.title == "Your answer is not saved yet")
      #expect(reply.body.contains("Send it again"))
      store.isUnattended = false
      try await patiently("The worker didn't restart the time") {
        try await site.run(of: visitor).summary().state.kind == .waiting
      }
      let next = try await visitor.follow(try await visitor.post(visitor.path("plan"), reply.allHidden))
      #expect(next.title == "Anything else?")
    }
  }

  @Test("A form keeps its file if it is sent while the run works")
  func file() async throws {
    let store = UnattendedStore(MemoryStore(timed: WallClock()))
    let folder = try TemporaryFolder()
    try await Site.run(on: store, serving: BugFlows.photo()) {
      $0.limited(patience: .milliseconds(50)).keepingFiles(in: FileFolder(folder.path("files")))
    } body: { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      #expect(try await FileLawTests.send(first, "Me", file: "me.png", "bytes", by: visitor).status == 303)
      let page = try await visitor.get(visitor.path("photo"))
      // The run has gone back to the page, which shows the file that it had.
      try await site.run(of: visitor).goBack(to: "photo")
      try await patiently("The run did not go back") { try await site.run(of: visitor).answers().isEmpty }
      let again = try await visitor.get(visitor.path("photo"))
      #expect(page.body.contains("Kept: <bdi>me.png</bdi>") && again.body.contains("Kept: <bdi>me.png</bdi>"))
      store.isUnattended = true
      try await site.run(of: visitor).touch()
      let reads = store.reads
      async let reply = FileLawTests.send(again, "You", by: visitor)
      // The journey, its place, and one more look at it.
      try await patiently("The form did not arrive") { store.reads > reads + 2 }
      store.isUnattended = false
      #expect(try await reply.status == 303)
      #expect(try await FileLawTests.file(site, visitor) == "me.png")
    }
  }

  @Test("The reply to a form whose run is parked meanwhile doesn't say that it was answered before")
  func parked() async throws {
    try await Self.withoutWorker { site, store, visitor, plan in
      let claim = try await store.store.claim(ClaimRequest(["sign-up"], limit: 1, lease: .seconds(30)))
      _ = try await store.store.append([], to: try #require(claim.first), then: .park("It doesn't fit."))
      let reply = try await visitor.answer(plan, [("kind", "free")])
      #expect(reply.status == 503 && reply.title == "Your answer is not saved yet" && reply.body.contains("free"))
      store.isUnattended = false
    }
  }

  @Test("The result of a screen waits for a worker, behind a touch")
  func screen() async throws {
    let store = UnattendedStore(MemoryStore(timed: WallClock()))
    try await DocumentSite.run(try ScreenJourneyTests.flow(), on: store) {
      $0.limited(patience: .milliseconds(50))
    } body: { site in
      let visitor = site.visitor()
      var menu = try await visitor.fill(try await visitor.start(at: "/d"), [("name", "Ada")])
      try await patiently("The screen didn't come") {
        menu = try await visitor.get("/d/\(visitor.journey ?? "")/eat")
        return menu.kind == "screen"
      }
      store.touchesBeforeAnAnswer = true
      _ = try await visitor.send("s-bread", on: menu)
      try await patiently("The answer was lost") { try await site.values(of: visitor)["eat"]?["item"] == "bread" }
    }
  }
}

/// A store whose runs no worker claims for a while, once.
private final class UnattendedStore: ForwardingStore {
  private struct State {
    var isUnattended = false
    var touches = false
    var answers = 0
    var reads = 0
  }

  let store: any FlowStore
  private let state = Mutex(State())
  private let attended = AsyncSignal()

  init(_ store: any FlowStore) {
    self.store = store
  }

  var isUnattended: Bool {
    get { state.withLock { $0.isUnattended } }
    set {
      state.withLock { $0.isUnattended = newValue }
      if !newValue { attended.send() }
    }
  }

  /// Whether a touch comes before the next answer, with which no worker deals before the answer was tried twice.
  var touchesBeforeAnAnswer: Bool {
    get { state.withLock { $0.touches } }
    set { state.withLock { $0.touches = newValue } }
  }

  /// The number of times that a run was read.
  var reads: Int { state.withLock { $0.reads } }

  func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    state.withLock { $0.reads += 1 }
    return try await store.read(query)
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    if isUnattended {
      do { try await attended.wait(orSay: "The store was not attended again") } catch {
        throw .unavailable(.init("\(error)"))
      }
    }
    return try await store.claim(request)
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    guard message.answering != nil, touchesBeforeAnAnswer else { return try await store.send(message, to: run) }
    let count = state.withLock { state in
      state.answers += 1
      return state.answers
    }
    if count == 1 {
      isUnattended = true
      _ = try await store.send(FlowMessage(.touch), to: run)
    }
    let delivery = try await store.send(message, to: run)
    if count == 2 {
      isUnattended = false
      touchesBeforeAnAnswer = false
    }
    return delivery
  }
}
