import FlowDocuments
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting
import Synchronization

/// Plays runs of a document in memory, in every order of their events up to a bound.
struct OrderExploration: Sendable {
  /// The maximum number of deviations from the plain order, and of schedules.
  private static let (deviations, schedules) = (2, 3_000)
  /// The number of choices after which a run is considered endless.
  private static let choices = 400

  private let explored: ExploredDocument
  /// The outputs of the program's steps, by the names of the steps.
  private let outputs: [String: JSONValue]

  init(_ explored: ExploredDocument, outputs: [String: JSONValue]) {
    (self.explored, self.outputs) = (explored, outputs)
  }

  /// Explores all ways and orders.
  ///
  /// - Returns: What breaks, and the number of orders.
  func explore() throws -> (finding: ExploredDocument.Finding?, orders: Int) {
    let report = try PathCheck(limit: 500, answers: pathAnswers).run(
      explored.document(PostOffice()).chain(of: explored.variant, language: explored.language))
    if let finding = report.findings.first { return (.init(sentence: "\(finding)"), 0) }
    do {
      let coverage = try explorer.explore(deviations: Self.deviations, limit: Self.schedules)
      return (nil, coverage.scheduleCount)
    } catch { return (finding(error), 0) }
  }

  /// Plays a schedule again.
  func replay(_ schedule: FlowSchedule) -> ExploredDocument.Finding? {
    do {
      try explorer.replay(schedule)
      return nil
    } catch { return finding(error) }
  }

  private func finding(_ failure: ScheduleFailure) -> ExploredDocument.Finding {
    let sentence =
      switch failure.rule {
      case .endless, .hang: "A run can't end. \(failure.sentence)"
      default: failure.sentence
      }
    return ExploredDocument.Finding(
      sentence: sentence, schedule: "\(failure.schedule)",
      lines: failure.trace.split(separator: "\n").map(String.init))
  }

  private var pathAnswers: [String: [FlowAnswer]] {
    var answers = outputs.mapValues { output in [FlowAnswer.result(output)] }
    for (step, typical) in explored.forms {
      answers[step] = typical.answers.compactMap { answer in
        typical.isOfScreen ? .result(answer.message) : answer.result.map { result in .result(result) }
      }
    }
    return answers.filter { !$0.value.isEmpty }
  }

  private var explorer: ScheduleExplorer {
    ScheduleExplorer(choiceLimit: Self.choices, interrupting: false) { stage in
      let record = AnswerRecord()
      for (place, form) in explored.forms.enumerated() {
        let answers = form.answers.answers
        // A screen whose actions are those of the program can have none.
        guard !answers.isEmpty else { continue }
        stage.answer(
          form.step,
          with: answers.indices.map { index in
            let name = answers[index].name
            return form.answers.isOfScreen
              ? .result(record.give(index, to: place, of: explored.forms)?.message ?? .null, as: name)
              : .result(
                record.give(index, to: place, of: explored.forms)?.result ?? FormAnswer(value: [:], entry: [:]),
                as: name)
          })
      }
      for (step, output) in outputs { stage.answer(step, with: .result(output)) }
      let flow = try explored.document(PostOffice()).flow(variant: explored.variant, language: explored.language)
        .reversible()
      let run = stage.start(flow) { outcome in record.note(outcome) }
      for _ in 0..<2 {
        stage.addEvent("go back", isOptional: true) {
          record.goesBack()
          run.goBack()
        }
      }
      stage.require { _ in record.fault }
    }
  }
}

/// The answers of a person in one schedule, and the fault of its run.
private final class AnswerRecord: Sendable {
  private struct State {
    var visits: [String: Int] = [:]
    var values: [String: JSONValue] = [:]
    var hasGoneBack = false
    var fault: String?
  }

  private let state = Mutex(State())

  var fault: String? { state.withLock { $0.fault } }

  /// Returns the answer to a form or a screen, which no earlier visit has had.
  func give(
    _ first: Int, to place: Int, of forms: [(step: String, answers: TypicalAnswers)]
  ) -> TypicalAnswers.Answer? {
    let (step, answers) = forms[place]
    let visit = state.withLock { state in
      state.visits[step, default: 0] += 1
      return state.visits[step] ?? 1
    }
    let answer = AnswerPlan.answer(first, to: place, of: forms, visit: visit)
    if !answers.isPrivate, let value = answer.flatMap(answers.value), value != [:] {
      state.withLock { $0.values[step] = value }
    }
    return answer
  }

  /// Records that the person goes back. Then earlier answers can count again.
  func goesBack() { state.withLock { $0.hasGoneBack = true } }

  /// Compares the result of the run with the answers.
  func note(_ outcome: FlowOutcome<JSONValue>) {
    state.withLock { state in
      switch outcome {
      case .cancelled: break
      case .failed(let error): state.fault = "A step fails: \(error)"
      case .completed(let result):
        guard !state.hasGoneBack else { return }
        let lost = state.values.keys.sorted().first { result?[$0] != state.values[$0] }
        state.fault = lost.map { "The answer to '\($0)' is lost: the result has another value, or none." }
      }
    }
  }
}
