import FlowDurable
import FlowJSON
import FlowStateTesting

/// A store with runs that are always the same.
struct ShopStore: Sendable {
  let clock = ManualClock()
  let store: MemoryStore

  /// Creates a store without runs, on the 17th of November 2026.
  init() {
    clock.advance(by: .seconds(1_794_907_200))
    store = MemoryStore(timed: clock, identity: "shop")
  }

  func pass(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
  }

  /// Adds a run and claims it.
  func begin(_ key: String?, flow: String = "order", content: JSONValue? = nil) async throws -> ClaimedRun {
    let run = try await store.add(
      NewRun(flow: flow, key: key, content: content ?? ["id": .string(key ?? ""), "cents": 990]))
    let claimed = try await store.claim(ClaimRequest([flow], limit: 99, lease: .seconds(30), worker: "w1"))
    guard let found = claimed.first(where: { $0.run == run.run }) else { throw StoreError.unknownRun(run.run) }
    return found
  }

  func append(_ bodies: [FlowRecord.Body], to run: ClaimedRun, then rest: RunDisposition = .hold(lease: .seconds(30)))
    async throws
  {
    _ = try await store.append(bodies.map { FlowRecord($0) }, to: run, then: rest)
  }

  static func settled(
    _ step: String, to next: String?, route: String? = nil, after milliseconds: Int, result: JSONValue? = nil,
    set: [String: JSONValue] = [:]
  ) -> FlowRecord.Body {
    var settled = FlowRecord.Settled(step: step, visit: 1)
    settled.result = result
    settled.set = set.mapValues { KeptValue($0) }
    settled.destination = next
    settled.route = route
    settled.milliseconds = milliseconds
    return .settled(settled)
  }

  /// Adds an order that waits for its parcel.
  func waiting(_ key: String, charge: Int = 850) async throws -> ClaimedRun {
    let run = try await begin(key)
    pass(120)
    let order: JSONValue = ["id": .string(key), "cents": 990]
    try await append(
      [Self.settled("accept", to: "charge", after: 120, result: order, set: ["TheOrder": order])], to: run)
    pass(charge)
    let payment: JSONValue = ["id": .string("p-\(key)")]
    let settled = Self.settled(
      "charge", to: "shipped", after: charge, result: payment, set: ["ThePayment": payment])
    let waiting = FlowRecord.Waiting(step: "shipped", visit: 1, names: ["Shipped"])
    try await append(
      [settled, .waiting(waiting)], to: run, then: .wait(.after(.seconds(3 * 86_400)), for: ["Shipped"]))
    return run
  }

  /// Adds an order that has completed.
  func completed(_ key: String) async throws {
    let run = try await begin(key)
    pass(90)
    try await append([Self.settled("accept", to: "charge", after: 90)], to: run)
    pass(700)
    try await append([Self.settled("charge", to: "shipped", after: 700)], to: run)
    pass(86_400_000)
    let shipped = Self.settled(
      "shipped", to: "cool off", route: "shipped", after: 86_400_000, result: ["tracking": "1Z"])
    // The lease has ended meanwhile, so another worker claims the run.
    let again = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    try await append([shipped], to: again[0])
    try await append([Self.settled("cool off", to: "thank", after: 0)], to: again[0])
    try await append([Self.settled("thank", to: nil, route: "done", after: 0)], to: again[0])
    try await append([.ended(.init(.completed, result: .string("p-\(key)")))], to: again[0], then: .end(.completed))
  }

  /// Adds an order whose refund has failed.
  func parked(_ key: String) async throws -> ClaimedRun {
    let run = try await begin(key)
    pass(110)
    let order: JSONValue = ["id": .string(key), "cents": 990]
    try await append([Self.settled("accept", to: "charge", after: 110, set: ["TheOrder": order])], to: run)
    pass(640)
    try await append([Self.settled("charge", to: "shipped", after: 640, set: ["ThePayment": ["id": "p"]])], to: run)
    pass(4_000)
    let failure = RecordedFailure(type: "Declined", text: "The bank has declined the refund.")
    for attempt in 1...3 {
      try await append([.undone(.init(step: "charge", visit: 1, attempt: attempt, failure: failure))], to: run)
      pass(1_000 * attempt)
    }
    let reason = "The undo of step 'charge' has failed 3 times. The bank has declined the refund."
    try await append([.parked(.init(reason, step: "shipped"))], to: run, then: .park(reason))
    return run
  }

  /// Adds an order that was declined.
  func failed(_ key: String) async throws {
    let run = try await begin(key)
    pass(100)
    try await append([Self.settled("accept", to: "charge", after: 100)], to: run)
    pass(1_900)
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.failure = RecordedFailure(type: "BankIsDown", text: "The bank doesn't answer.")
    settled.milliseconds = 1_900
    settled.destination = "charge"
    try await append(
      [.settled(settled), .ended(.init(.failed, failure: settled.failure))], to: run, then: .end(.failed))
  }

  /// Adds the runs that the screenshots show.
  func fill() async throws {
    for number in 4_690..<4_700 { try await completed("\(number)") }
    try await failed("4700")
    for number in 4_701..<4_709 {
      _ = try await waiting("\(number)", charge: 400 + number % 7 * 150)
      pass(1_500_000)
    }
    let parked = try await parked("4709")
    _ = parked
    pass(7_200_000)
    _ = try await self.parked("4710")
    let run = try await waiting("4711")
    _ = try await store.send(
      FlowMessage(.message(name: "Note", body: ["text": "Leave it at the door."]), key: "webhook-87"), to: run.run)
    pass(300_000)
    let held = try await begin("4712")
    try await append([Self.settled("accept", to: "charge", after: 130)], to: held, then: .hold(lease: .seconds(300)))
    pass(70_000)
  }
}
