import FlowDurable
import FlowPostgres

/// What the code of the README takes for granted. The code is compiled, and never called.
enum READMEPage {
  struct Order: Codable, Sendable {
    var id: String
    var cents: Int
  }

  static var shop: PostgresStore { missing() }
  static var order: DurableFlow<Order, Int> { missing() }
  static var worker: FlowWorker { missing() }

  private static func missing() -> Never { fatalError("The code of the README is only compiled.") }
}
