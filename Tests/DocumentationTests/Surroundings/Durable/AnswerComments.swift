import FlowChains
import FlowDurable
import FlowJSON
import FlowState

// Declarations that the comments on answers to durable runs need.

struct AnsweredDelivery: DurableMessage {
  enum Speed: String, Codable, Sendable { case standard, express }

  var name = "Ada"
  var email = ""
  var speed = Speed.standard
}

struct HeavyOrder: Codable, Sendable {
  var id = "4711"
  var isHeavy = false
}

/// A flow that a person answers.
enum DurableExamplePages {
  static var flow: DurableFlow<Any, String> {
    let chain = FlowChain("order") { FlowStepDeclaration.awaiting(AnsweredDelivery.self, identifier: "address") }
    guard let flow = try? DurableFlow(chain, Any.self, String.self, keeping: TheHeavyOrder.self, result: { _ in nil })
    else { preconditionFailure("The order flow can't be made.") }
    return flow
  }
}

protocol AnswerExamples {}

extension AnswerExamples {
  typealias Delivery = AnsweredDelivery
  static var store: any FlowStore { MemoryStore() }
  static var token: VisitToken { VisitToken(run: RunNumber(rawValue: 17), step: "address", number: 3) }
  static var run: DurableRun<Any, String> {
    get async throws {
      let worker = FlowWorker(store, running: [DurableExamplePages.flow])
      let run = try await worker.start(DurableExamplePages.flow)
      try await worker.runUntilIdle()
      return run
    }
  }
  static func taken(_ email: String) async -> Bool { false }
}

enum TheHeavyOrder: DurableKey { typealias Value = HeavyOrder }

enum VisitTokenComments {}
extension VisitTokenComments: AnswerExamples {}
enum AnswerRefusedComments {}
extension AnswerRefusedComments: AnswerExamples {}
enum RunRestComments {}
extension RunRestComments: AnswerExamples {}
enum RunMomentComments {}
extension RunMomentComments: AnswerExamples {}
enum RunReadingComments {}
extension RunReadingComments: AnswerExamples {}
enum RunValuesComments { typealias TheOrder = TheHeavyOrder }
extension RunValuesComments: AnswerExamples {}
enum DurableRun_AnsweringComments {
  static let order = DurableExamplePages.flow
  static let worker = FlowWorker(MemoryStore(), running: [order])
}
extension DurableRun_AnsweringComments: AnswerExamples {}
enum FlowStepDeclaration_AnswersComments { typealias TheOrder = TheHeavyOrder }
extension FlowStepDeclaration_AnswersComments: AnswerExamples {}
