import FlowDurable
import FlowPostgres
import FlowState
import Foundation
import Testing

/// The code of the README. It is compiled here; the test says if the README has code that isn't.
struct ReadmeTests {
  private struct Order: Codable, Sendable {
    var id: String
    var cents: Int
  }

  private enum TheCount: DurableKey { typealias Value = Int }

  private func begin(_ order: DurableFlow<Order, Int>) async throws {
    let shop = try await PostgresStore("postgresql:///shop")
    let worker = FlowWorker(shop, running: [order])
    async let working: Void = worker.run()

    try await shop.transaction { sql in
      try await sql.execute("insert into orders (id, cents) values ($1, $2)", "4711", 990)
      _ = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711", in: sql)
    }

    let book = FlowStepDeclaration(Order.self, Int.self, identifier: "book", inTransactionOf: shop) {
      order, visit, sql in
      try await sql.execute("update stock set left = left - 1 where item = $1", order?.id)
    }

    _ = try await worker.start(
      order, Order(id: "4712", cents: 5), key: "4712", queue: "slow", tenant: "acme", priority: 2)
    let careful = FlowWorker(shop, running: [order], atOnce: 64, limits: ["order": 4], queue: "slow")

    var settings = PostgresSettings()
    settings.schema = "billing"  // small letters, digits and _
    settings.isBehindPooler = true  // PgBouncer and the like, in transaction mode
    settings.keepEnded = .seconds(86_400)
    _ = (book, careful)
    try await working
  }

  @Test func `all code of the README is compiled`() throws {
    let file = URL(filePath: #filePath)
    let source = try String(contentsOf: file, encoding: .utf8)
    let readme = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "README.md")
    let compiled = Self.dense(source)
    var isCode = false
    var lines = 0
    for line in try String(contentsOf: readme, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        lines += 1
        #expect(compiled.contains(Self.dense(line)), "The README has '\(line)', which isn't compiled.")
      }
    }
    #expect(lines > 10)
  }

  /// The text without spaces and line breaks: the code here is formatted, and the README's has room.
  private static func dense(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
}
