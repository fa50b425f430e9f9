import FlowDurable
import FlowPostgres
import Foundation
import OrderExample

/// The settings that all processes share.
enum ChaosPlan {
  static let lease = Duration.seconds(2)
  static let schema = "chaos"

  static func open(_ url: String, _ name: String) async throws(PostgresError) -> PostgresStore {
    var settings = PostgresSettings()
    settings.schema = schema
    settings.keepEnded = nil
    settings.answerLimit = .seconds(5)
    return try await PostgresStore("\(url)&application_name=\(name)", settings: settings)
  }

  static func flow(_ ledger: Ledger, _ store: PostgresStore) throws -> DurableFlow<Order, String> {
    var order = OrderFlow { effect in
      ledger.note(effect)
      // Long enough that a process is sometimes killed in the middle of it.
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...30)))
    }
    order.patience = .seconds(4)
    order.coolingOff = .milliseconds(500)
    return try order.make(stock: store)
  }
}

/// A process that works until it is killed, or until the end of its input.
struct ChaosWorker {
  let url: String
  let ledger: String
  let name: String

  func work() async throws {
    let ledger = Ledger(ledger)
    Thread.detachNewThread {
      while readLine() != nil {}
      // The driver has died.
      exit(1)
    }
    while true {
      let store: PostgresStore
      do throws(PostgresError) { store = try await ChaosPlan.open(url, name) } catch {
        // The server is down, and will come back.
        try await Task.sleep(for: .milliseconds(100))
        continue
      }
      let worker = FlowWorker(
        store, running: [try ChaosPlan.flow(ledger, store)], atOnce: 200, lease: ChaosPlan.lease, name: name)
      try await worker.run()
    }
  }
}

/// The effects outside the store: a file to which each line is appended with one call, so that it survives a kill.
struct Ledger: Sendable {
  private let descriptor: CInt

  init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { fatalError("Can't open '\(path)'.") }
  }

  func note(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { fatalError("Can't write to the ledger.") }
  }
}
