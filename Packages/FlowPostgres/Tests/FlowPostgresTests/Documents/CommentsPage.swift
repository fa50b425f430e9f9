// swift-format-ignore-file
// The code of the comments in Sources, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowChains
import FlowDurable
import FlowPostgres
import FlowState
import Foundation
import Synchronization
extension CommentsPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/Connection/PostgresSettings.swift", line: 6)
var settings = PostgresSettings()
settings.schema = "billing"
settings.isBehindPooler = true
let store = try await PostgresStore("postgresql:///shop", settings: settings)
try await use(settings, store)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/PostgresError.swift", line: 4)
do {
  _ = try await PostgresStore("postgresql://localhost:1/shop")
} catch {
  print(error)  // Can't connect to 'postgresql://localhost:1/shop': …
}
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_2() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/PostgresEvent.swift", line: 4)
settings.report = { event in log(event.description) }
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_3() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/Store/PostgresStore.swift", line: 6)
let shop = try await PostgresStore("postgresql:///shop")
let worker = FlowWorker(shop, running: [order])
try await use(shop, worker)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_4() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/Transactions/FlowStepDeclaration+Transaction.swift", line: 8)
let book = FlowStepDeclaration(Order.self, Int.self, identifier: "book", inTransactionOf: shop) { order, visit, sql in
  try await sql.execute("update stock set left = left - 1 where item = $1", order?.item)
}
try await use(book)
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_5() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/Transactions/PostgresStore+Transactions.swift", line: 5)
try await shop.transaction { sql in
  try await sql.execute("insert into orders (id, cents) values ($1, $2)", "4711", 990)
  _ = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711", in: sql)
}
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_6() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/Transactions/PostgresTransaction.swift", line: 6)
try await shop.transaction { sql in
  try await sql.execute("insert into orders (id, cents) values ($1, $2)", "4711", 990)
  _ = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711", in: sql)
}
try await use()
}
#sourceLocation()
}
extension CommentsPage {
static func block_0_7() async throws {
#sourceLocation(file: "Packages/FlowPostgres/Sources/FlowPostgres/Transactions/PostgresTransaction.swift", line: 174)
struct Cents: PostgresValue {
  var count: Int
  var postgresText: String { "\(count)" }
}
try await shop.transaction { sql in try await sql.execute("update till set cents = cents + $1", Cents(count: 990)) }
try await use()
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
