import FlowDurable
import FlowPostgres
import FlowState
import OrderExample

/// The orders of the chaos test, with their wishes and the acknowledged calls.
actor ChaosOrders {
  /// The wish of the customer.
  enum Wish: CaseIterable, Sendable {
    case ship, shipTwice, late, cancel, back
  }

  struct Known: Sendable {
    let wish: Wish
    /// Whether the message was acknowledged while the run was certainly waiting for it.
    var isSent = false
    /// Whether the command to go back may have been received.
    var isBack = false
    var number: RunNumber?
  }

  /// The time in which none of the first runs that are left has ended, after which they count as lost.
  private static let patience = Duration.seconds(120)

  private let store: PostgresStore
  let flow: DurableFlow<Order, String>
  private let client: FlowWorker
  private(set) var all: [String: Known] = [:]
  private let count: Int
  /// The number of runs that were parked and then continued.
  private(set) var parked = 0
  /// The runs that haven't ended.
  private(set) var lost: Set<RunNumber> = []

  init(_ store: PostgresStore, _ flow: DurableFlow<Order, String>, count: Int) {
    self.store = store
    self.flow = flow
    self.count = count
    client = FlowWorker(store, running: [flow])
  }

  /// Places the orders, and performs the customers' wishes. Calls without an acknowledgement are repeated.
  func place() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<8 {
        group.addTask {
          for number in 0..<(self.count + 7) / 8 {
            try await self.place("\(part)-\(number)", Wish.allCases.randomElement() ?? .ship)
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...400)))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func place(_ key: String, _ wish: Wish) async throws {
    all[key] = Known(wish: wish)
    let run = try await persist {
      // The order and its run are added together, as in a shop.
      try await self.client.start(self.flow, Order(id: key, cents: 990), key: key)
    }
    all[key]?.number = run.number
    let start = ContinuousClock.now
    switch wish {
    case .late: break
    case .ship, .shipTwice:
      for _ in 0..<(wish == .ship ? 1 : 2) {
        await ship(run, key, since: start)
      }
    case .cancel:
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
      _ = try await command { try await run.cancel() }
    case .back:
      await ship(run, key, since: start)
      try await Task.sleep(for: .milliseconds(Int.random(in: 100...400)))
      let isBack = try await command { try await run.goBack(to: "charge") }
      all[key]?.isBack = isBack
    }
  }

  /// Sends the parcel. If the order has ended in the meantime, the parcel was late.
  private func ship(_ run: DurableRun<Order, String>, _ key: String, since start: ContinuousClock.Instant) async {
    do {
      _ = try await persist { try await run.send(Shipped(tracking: "T\(key)"), key: "parcel") }
      if ContinuousClock.now - start < .seconds(3) { all[key]?.isSent = true }
    } catch {}
  }

  /// Repeats a call until the store has answered.
  private func persist<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value {
    while true {
      do { return try await call() } catch let error as StoreError {
        guard error.isTemporary else { throw error }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Sends a command once. Returns false if it certainly had no effect.
  private func command(_ call: () async throws -> Void) async throws -> Bool {
    do {
      try await call()
      return true
    } catch let error as StoreError {
      if case .unavailable = error { return true }
      return false
    } catch is DurableRunError {
      return false
    }
  }

  /// Waits until all runs have ended, or until those that are left don't end any more. Parked runs are continued.
  func finish() async throws {
    let query = RunQuery(flows: ["order"], states: [.ready, .held, .waiting, .parked])
    var (latest, time) = ([RunNumber](), ContinuousClock.now)
    while true {
      let left = try await persist { [store] in try await store.runs(query, after: nil, limit: 50) }
      if left.isEmpty { return }
      if left.map(\.number) != latest { (latest, time) = (left.map(\.number), .now) }
      if ContinuousClock.now - time > Self.patience {
        lost = Set(try await persist { [store] in try await store.runs(query, after: nil, limit: .max) }.map(\.number))
        return
      }
      for summary in left where summary.state.kind == .parked {
        parked += 1
        try await persist { [store] in _ = try await store.send(FlowMessage(.retry), to: summary.number) }
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  func outcome(of number: RunNumber) async throws -> String {
    let outcome = try await client.find(flow, number: number)?.outcome()
    return switch outcome {
    case nil: "forgotten"
    case .completed(let result): "completed \(result ?? "-")"
    case .failed(let error): "failed \(error)"
    case .cancelled: "cancelled"
    }
  }
}
