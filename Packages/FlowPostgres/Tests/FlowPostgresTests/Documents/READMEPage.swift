// swift-format-ignore-file
// The code of README.md, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowChains
import FlowDurable
import FlowPostgres
import FlowState
import Foundation
import Synchronization
extension READMEPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 7)



let shop = try await PostgresStore("postgresql:///shop")
let worker = FlowWorker(shop, running: [order])
async let working: Void = worker.run()
try await use(shop, worker, working)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 48)
try await shop.transaction { sql in
  try await sql.execute("insert into orders (id, cents) values ($1, $2)", "4711", 990)
  _ = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711", in: sql)
}
try await use()
}
#sourceLocation()
}
extension READMEPage {
static func block_0_2() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 57)


let book = FlowStepDeclaration(Order.self, Int.self, identifier: "book", inTransactionOf: shop) { order, visit, sql in
  try await sql.execute("update stock set left = left - 1 where item = $1", order?.id)
}
try await use(book)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_3() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 67)
let orders = (1...500).map { Order(id: "\($0)", cents: 990) }
_ = try await FlowStarter(shop).start(order, orders.map { RunStart($0, key: $0.id) })
try await use(orders)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_4() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 75)
do {
  let shop = try await PostgresStore("postgresql:///shop")
  _ = try await FlowStarter(shop).start(order, Order(id: "4711", cents: 990), key: "4711")
} catch let error as PostgresError {
  switch error {
  case .unreachable(let server, _): print("\(server) is away.")
  default: print(error)
  }
}
try await use()
}
#sourceLocation()
}
extension READMEPage {
static func block_0_5() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 95)
_ = try await worker.start(order, Order(id: "4712", cents: 5), key: "4712", queue: "slow", tenant: "acme", priority: 2)
let careful = FlowWorker(shop, running: [order], atOnce: 64, limits: ["order": 4], queue: "slow")
try await use(careful)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_6() async throws {
#sourceLocation(file: "Packages/FlowPostgres/README.md", line: 106)
var settings = PostgresSettings()
settings.schema = "billing"         // small letters, digits and _
settings.isBehindPooler = true      // PgBouncer and the like, in transaction mode
settings.keepEnded = .seconds(86_400)
try await use(settings)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
