import Dispatch
import FlowDurable
import FlowPostgres
import Foundation
import OrderExample

/// A shop whose orders are durable, in a database or in a journal.
struct Shop {
  let store: any FlowStore
  let flow: DurableFlow<Order, String>
  /// The store, if it is a database.
  private let database: PostgresStore?

  /// Opens the store that an address names: a database if it begins with `postgresql:` or `postgres:`, otherwise a
  /// journal.
  static func open(_ address: String) async throws -> Shop {
    var order = OrderFlow { effect in
      say(effect)
      // The work takes some time, so that a killed worker leaves unfinished work.
      try await Task.sleep(for: .milliseconds(300))
    }
    // Days would be too long for a demonstration.
    order.patience = .seconds(60)
    order.coolingOff = .seconds(2)
    order.chargeBegins = { visit in
      if visit.attempt > 1 { say("attempt \(visit.attempt) of \(visit.key), under the same key") }
    }
    guard isDatabase(address) else {
      let store = try FileStore(at: address)
      return Shop(store: store, flow: try order.make(stock: nil), database: nil)
    }
    let store = try await PostgresStore(address)
    try await store.transaction { sql in
      // Two processes that create a table at the same time would conflict.
      try await sql.execute("select pg_advisory_xact_lock(4711)")
      try await sql.execute("create table if not exists orders (id text primary key, cents int not null)")
      try await sql.execute("create table if not exists taken (visit text primary key)")
    }
    return Shop(store: store, flow: try order.make(stock: store), database: store)
  }

  static func isDatabase(_ address: String) -> Bool {
    ["postgresql:", "postgres:"].contains(where: address.hasPrefix)
  }

  /// Works until SIGTERM or Ctrl-C. Runs of another process continue when its leases have ended.
  func work(_ name: String) async throws {
    let worker = FlowWorker(store, running: [flow], lease: .seconds(3), name: name) { event in Self.say("\(event)") }
    let signals = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { Task { await worker.stop() } }
      source.activate()
      return source
    }
    Self.say("\(name) works.")
    try await worker.run()
    signals.forEach { $0.cancel() }
    Self.say("\(name) has stopped.")
  }

  /// Places an order. With a database, the order and its run are added in one transaction.
  func place(_ key: String, _ cents: Int) async throws {
    let client = FlowWorker(store, running: [flow])
    let order = Order(id: key, cents: cents)
    let origin: RunOrigin
    if let database {
      origin = try await database.transaction { [flow] sql in
        try await sql.execute(
          "insert into orders (id, cents) values ($1, $2) on conflict do nothing", key, cents)
        return try await client.start(flow, order, key: key, in: sql).origin
      }
    } else {
      origin = try await client.start(flow, order, key: key).origin
    }
    switch origin {
    case .started: Self.say("Order \(key) was placed.")
    case .existing(contentDiffers: true): Self.say("Order \(key) was placed before, with another amount.")
    case .existing: Self.say("Order \(key) was placed before.")
    }
  }

  /// Sends an order the message that it was shipped, and returns whether there is such an order.
  func ship(_ key: String) async throws -> Bool {
    guard let run = try await FlowWorker(store, running: [flow]).find(flow, key: key) else { return false }
    try await run.send(Shipped(tracking: "1Z\(key)"), key: "shipped")
    Self.say("Order \(key) was shipped.")
    return true
  }

  func close() async {
    if let database { await database.close() } else { try? await (store as? FileStore)?.close() }
  }

  /// Prints a line at once. A key can contain control characters, which are escaped. What was done counts even if the line
  /// can't be printed.
  private static func say(_ line: String) {
    let visible = line.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    try? FileHandle.standardOutput.write(contentsOf: Data("\(visible.joined())\n".utf8))
  }
}
