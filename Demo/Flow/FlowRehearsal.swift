import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting

/// A durable run of a document in memory, which a person answers by a plan. The steps of the program do their own work.
struct FlowRehearsal: Sendable {
  /// An answer to a visit of a form.
  struct Given: Sendable {
    let step: String
    let visit: Int
    /// The name of the message.
    let name: String
    let message: JSONValue
  }

  /// The maximum number of answers, and of waits, after which a run is considered endless.
  private static let limit = 100

  /// The answers, in order.
  private(set) var given: [Given] = []
  /// The values of the steps at the end.
  private(set) var values: JSONValue = .null
  /// A sentence about what is wrong with the run; nil if it has ended well.
  private(set) var fault: String?
  /// Whether the steps of the program follow one another without an end, and without a question in between.
  private(set) var isCircle = false

  /// Plays a run in the order of a variant.
  init(
    _ flow: DurableFlow<Any, JSONValue>, _ assignments: [VariantAssignment], by plan: AnswerPlan
  ) async throws {
    let clock = ManualClock()
    let store = RehearsalStore(MemoryStore(timed: clock))
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, key: "rehearsal", assignments: assignments)
    var visits: [String: Int] = [:]
    for _ in 0..<Self.limit {
      do {
        try await worker.runUntilIdle()
      } catch {
        guard store.isOverrun else { throw error }
        isCircle = true
        fault = "The run can't end: after \(RehearsalStore.limit) records of its steps, it is still at work."
        return
      }
      switch try await run.rest(within: .zero) {
      case .page(let visit):
        let count = visits[visit.step, default: 0] + 1
        visits[visit.step] = count
        guard let answer = plan.answer(to: visit.step, visit: count) else {
          fault =
            "Step '\(visit.step)' waits for something that isn't a form or a screen, so it can't be answered here."
          return
        }
        let name = visit.awaits.first ?? AnyForm.messageName(of: visit.step)
        _ = try await run.answer(name, answer.message, at: visit.token, within: .zero)
        given.append(Given(step: visit.step, visit: visit.token.number, name: name, message: answer.message))
      case .waits: if clock.advanceToNextTimer() == nil { clock.advance(by: .seconds(60)) }
      case .works: break
      case .parked(let reason):
        fault = "The run is parked: \(reason)"
        return
      case .ended(.completed(let values)):
        self.values = values ?? .null
        return
      case .ended(.failed(let error)):
        fault = "A step fails: \(error)"
        return
      // The person has gone back beyond the first page.
      case .ended(.cancelled): return
      }
    }
    fault = "The run can't end: after \(given.count) answers, it still asks '\(given.last?.step ?? "")'."
  }
}
