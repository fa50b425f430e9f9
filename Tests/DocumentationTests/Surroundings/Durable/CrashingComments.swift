import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Synchronization

// Declarations that the comments and the article about crashes need.

protocol CrashExamples {}

extension CrashExamples {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias Bank = DurableBank

  static func orderFlow(bank: Bank = DurableBank()) throws -> DurableFlow<Order, String> {
    let accept = FlowStepDeclaration(Order.self, Order.self, identifier: "accept") { order, _ in order }
      .keeping(TheDurableOrder.self)
    let charge = FlowStepDeclaration(Any.self, Payment.self, identifier: "charge") { _, _ in Payment(id: "p1") }
      .keeping(TheDurablePayment.self).branching(["done": .end]) { _ in "done" }
      .catching(["declined": .step("apology")]) { _ in "declined" }
    let apology = FlowStepDeclaration(Any.self, Void.self, identifier: "apology") { _, _ in }
    let chain = FlowChain("order") {
      accept
      charge
      apology
    }
    return try DurableFlow(chain, keeping: TheDurableOrder.self, TheDurablePayment.self) { context in
      context[TheDurablePayment.self]?.id
    }
  }

  static var explorer: CrashExplorer {
    CrashExplorer { stage in stage.start(try orderFlow(), Order(id: "4711", cents: 990)) }
  }
}

enum CrashExplorerComments {}
extension CrashExplorerComments: CrashExamples {}
enum CrashCoverageComments {}
extension CrashCoverageComments: CrashExamples {}
enum CrashPointComments {}
extension CrashPointComments: CrashExamples {}
enum CrashStageComments {}
extension CrashStageComments: CrashExamples {}
enum CrashReportComments {}
extension CrashReportComments: CrashExamples {}

extension TestingCrashesPage: CrashExamples {}
enum TestingCrashesPage {
  enum TheTotal: DurableKey { typealias Value = Int }

  /// A number that several steps share.
  final class Counter: Sendable {
    private let stored = Mutex(0)

    func add(_ number: Int) { stored.withLock { $0 += number } }

    var value: Int { stored.withLock { $0 } }
  }
}

enum FlowDurableTestingPage {
  static func sumFlow() throws -> DurableFlow<Int, String> {
    let add = FlowStepDeclaration(Int.self, String.self, identifier: "add") { number, _ in "\((number ?? 0) + 10)" }
    return try DurableFlow(FlowChain("sum") { add }, keeping: TheSum.self) { _ in nil }
  }

  private enum TheSum: DurableKey { typealias Value = Int }
}

enum WritingAStorePage {
  /// Stands for the store that the reader writes.
  typealias ShelfStore = MemoryStore
}
