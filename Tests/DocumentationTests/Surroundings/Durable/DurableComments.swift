import FlowChains
import FlowControl
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import FlowTerminal
import Foundation
import Synchronization

// Declarations that the comments and the articles on durable flows need.

/// A bank that books nothing, and records its requests.
final class DurableBank: Sendable {
  struct Account: Codable, Sendable { var id: String }

  private let entries = Mutex<[String]>([])

  var book: [String] { entries.withLock { $0 } }

  func charge<Payment: Decodable>(_ cents: Int, idempotencyKey key: String) async throws -> Payment {
    entries.withLock { $0.append("charge \(cents) \(key)") }
    return try JSONDecoder().decode(Payment.self, from: Data(#"{"id": "p1"}"#.utf8))
  }

  func refund(_ id: String, idempotencyKey key: String) async throws {
    entries.withLock { $0.append("refund \(id) \(key)") }
  }
}

struct DurableMail: Sendable {
  func send(_ letter: String) async throws {}
  func send(_ letter: String, key: String) async throws {}
}

struct DurableOrder: Codable, Sendable {
  var id: String
  var cents: Int
}

struct DurablePayment: Codable, Sendable { var id: String }
struct DurableShipment: DurableMessage { var tracking: String }
enum TheDurableOrder: DurableKey { typealias Value = DurableOrder }
enum TheDurablePayment: DurableKey { typealias Value = DurablePayment }

protocol DurableExamples {}

extension DurableExamples {
  static var bank: DurableBank { DurableBank() }
  static var mail: DurableMail { DurableMail() }
  static var clock: ManualClock { ManualClock() }
  static var store: any FlowStore { MemoryStore() }
  static var chain: FlowChain {
    FlowChain("order") {
      FlowStepDeclaration(DurableOrder.self, DurableOrder.self, identifier: "accept") { order, _ in order }.keeping(
        TheDurableOrder.self)
      FlowStepDeclaration(Any.self, DurablePayment.self, identifier: "charge") { _, _ in DurablePayment(id: "p1") }
        .keeping(TheDurablePayment.self)
    }
  }
  static var order: DurableFlow<DurableOrder, String> {
    get throws {
      try DurableFlow(chain, keeping: TheDurableOrder.self, TheDurablePayment.self) { $0[TheDurablePayment.self]?.id }
    }
  }
}

enum DurableKeyComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension DurableKeyComments: DurableExamples {}
enum DurableVisitComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension DurableVisitComments: DurableExamples {}
enum FlowStepDeclaration_VisitComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension FlowStepDeclaration_VisitComments: DurableExamples {}

enum FlowStepDeclaration_DurableComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}

extension FlowStepDeclaration_DurableComments: DurableExamples {
  static let work: @Sendable (Order?, DurableVisit) async throws -> Payment? = { _, _ in nil }
  static let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge", work)
  static let apology = FlowStepDeclaration(Any.self, Void.self, identifier: "apology") { _, _ in }
}

/// The flows that an example mentions.
protocol DurableFlowExamples: DurableExamples {}

extension DurableFlowExamples {
  static var order: DurableFlow<DurableOrder, String> {
    guard
      let flow = try? DurableFlow(
        chain, DurableOrder.self, String.self, keeping: TheDurableOrder.self, TheDurablePayment.self,
        result: { $0[TheDurablePayment.self]?.id })
    else { preconditionFailure("The order flow can't be made.") }
    return flow
  }
  static var signup: DurableFlow<DurableOrder, String> { order }
  static var worker: FlowWorker { FlowWorker(store, running: [order]) }
  static func log(_ event: WorkerEvent) {}
}

enum RunControlComments {}
extension RunControlComments: DurableFlowExamples {}
enum DurableTerminalComments {
  enum TheName: DurableKey { typealias Value = String }
  static let terminal = DurableTerminal()
  static let ending = DurableTerminal.Ending<String>.left(at: nil)
  static var store: MemoryStore { MemoryStore() }
  static var greeting: DurableFlow<Any, String> {
    get throws {
      let rest = FlowStepDeclaration.waiting(.zero, identifier: "wait")
      return try DurableFlow(FlowChain("greeting") { rest }, Any.self) { _ in "Hello" }
    }
  }
}
enum DurableFlowComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension DurableFlowComments: DurableFlowExamples {}
enum DurableDefinitionComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension DurableDefinitionComments: DurableFlowExamples {}
enum ForwardingStoreComments {}
extension ForwardingStoreComments: DurableFlowExamples {}
enum FlowWorkerComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension FlowWorkerComments: DurableFlowExamples {}
enum FlowWorker_StartingComments {}
extension FlowWorker_StartingComments: DurableFlowExamples {}
enum FlowWorker_WorkingComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension FlowWorker_WorkingComments: DurableFlowExamples {}
enum WorkerEventComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension WorkerEventComments: DurableFlowExamples {
  @Sendable static func count(_ activity: WorkerActivity) {}
}
enum RunStartComments { typealias Order = DurableOrder }
extension RunStartComments: DurableFlowExamples {}
enum FlowStarterComments { typealias Order = DurableOrder }
extension FlowStarterComments: DurableFlowExamples {}

enum DurableRunComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}

extension DurableRunComments: DurableFlowExamples {
  static var run: DurableRun<Order, String> {
    get async throws { try await worker.start(order) }
  }
}

enum RunOriginComments { typealias Order = DurableOrder }
extension RunOriginComments: DurableFlowExamples {}
enum RunTimeLimitComments {}
extension RunTimeLimitComments: DurableFlowExamples {}

enum MessageProblemComments {}
extension MessageProblemComments: DurableFlowExamples {}

enum DurableFailureComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}

extension DurableFailureComments: DurableFlowExamples {
  static var run: DurableRun<Order, String> {
    get async throws { try await worker.start(order) }
  }
}

enum CompatibilityCheckComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}
extension CompatibilityCheckComments: DurableFlowExamples {}

enum PayloadCodecComments {
  /// Stands in for a cipher of the system.
  struct Cipher: Sendable {
    func seal(_ bytes: Data, authenticating more: Data) throws -> Data { bytes }
    func open(_ bytes: Data, authenticating more: Data) throws -> Data { bytes }
  }
}

enum DurableFlow_TestingComments {
  typealias Order = DurableOrder
  typealias Payment = DurablePayment
  typealias Shipped = DurableShipment
  typealias TheOrder = TheDurableOrder
  typealias ThePayment = TheDurablePayment
}

extension DurableFlow_TestingComments: DurableFlowExamples {
  struct Declined: Error {}

  static func orderFlow() throws -> DurableFlow<Order, String> { order }
}

// MARK: Articles

enum FlowDurablePage {
  enum TheName: DurableKey { typealias Value = String }
  enum TheGreeting: DurableKey { typealias Value = String }
}

enum GettingStartedWithDurableFlowsPage {
  struct Declined: Error {}
  typealias Bank = DurableBank
  typealias Mail = DurableMail

  static let bank = Bank()
  static let mail = Mail()

  static func decide() async -> String { "keep" }

  /// The input of a user.
  static func typed(_ lines: String...) -> LineReader { FlowTerminalPage.typed(lines) }

  static var journal: String { ExampleFiles.journal("orders") }
}

enum OperatingAJournalPage {
  static var journal: String { GettingStartedWithDurableFlowsPage.journal }
  static var flow: DurableFlow<Any, Void> {
    get throws {
      let chain = FlowChain("rest") { FlowStepDeclaration.waiting(.seconds(60), identifier: "wait") }
      return try DurableFlow(chain, Any.self) { _ in () }
    }
  }

  static func log(_ text: String) {}

  /// A journal whose fourth line the disk has changed.
  static func damagedJournal() async throws -> String {
    let path = journal
    let store = try FileStore(at: path)
    for key in ["1", "2", "3"] { _ = try await FlowWorker(store, running: [try flow]).start(try flow, key: key) }
    try await store.close()
    var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    lines[4] = lines[4].replacingOccurrences(of: "run", with: "rum")
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

enum GuaranteesPage {
  enum TheNote: DurableKey { typealias Value = String }
}

enum EvolvingFlowsPage {
  private enum OldAddress: DurableKey {
    struct Value: Codable, Sendable { var line = "Elm Street 1" }
    static let name = "Address"
  }

  /// A store with two runs of an older flow.
  static func runsOfTheLastRelease() async throws -> any FlowStore {
    let store = MemoryStore()
    let chain = FlowChain("order") {
      FlowStepDeclaration(Any.self, OldAddress.Value.self, identifier: "ask") { _, _ in OldAddress.Value() }
        .keeping(OldAddress.self)
      FlowStepDeclaration.waiting(.seconds(60), identifier: "charge")
    }
    let flow = try DurableFlow(chain, Any.self, keeping: OldAddress.self) { _ in () }
    let worker = FlowWorker(store, running: [flow])
    for _ in 0..<2 { _ = try await worker.start(flow) }
    try await worker.runUntilIdle()
    return store
  }
}
