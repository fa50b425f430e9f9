import FlowDurable
import FlowPostgres

/// The declarations that the code of the README needs. The code is compiled, but never called.
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

/// The declarations that the code of the comments needs. The code is compiled, but never called.
enum CommentsPage {
  struct Order: Codable, Sendable {
    var id: String
    var cents: Int
    var item = "tea"
  }

  static var shop: PostgresStore { missing() }
  static var order: DurableFlow<Order, Int> { missing() }
  static var worker: FlowWorker { missing() }
  static var settings: PostgresSettings {
    get { missing() }
    set {}
  }

  static func log(_ text: String) {}

  private static func missing() -> Never { fatalError("The code of the comments is only compiled.") }
}
