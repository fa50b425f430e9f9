import FlowChains
import FlowDurable
import FlowStateTesting

/// The names of the steps that a setup answers, and of the steps that its runs have.
struct CrashAnswerNames: Sendable {
  private var answered: Set<String> = []
  /// The declared steps, and the steps that have started, because a step's closure can create undeclared steps.
  private var steps: Set<String> = []

  /// Adds the names of a trial.
  mutating func add(_ state: CrashStageState) {
    answered.formUnion(state.answers.keys)
    for start in state.starts {
      steps.formUnion(start.flow.definition.chains.flatMap(\.steps).map(\.identifier))
    }
    steps.formUnion(state.works.map(\.step))
  }

  /// Adds the names of another trial.
  mutating func add(_ other: CrashAnswerNames) {
    answered.formUnion(other.answered)
    steps.formUnion(other.steps)
  }

  /// A complaint about answers for steps that don't exist; nil if there are none.
  var complaint: String? { complaint(about: unknown) }

  /// A complaint about answers for steps that don't exist and whose names look like misspelt ones; nil if there are none.
  var complaintAboutMisspelt: String? { complaint(about: UnknownAnswers.misspelt(unknown, among: steps)) }

  private var unknown: [String] { answered.subtracting(steps).sorted() }

  private func complaint(about unknown: [String]) -> String? {
    // A failed setup may not have started its runs.
    guard !steps.isEmpty else { return nil }
    return UnknownAnswers.complaint(
      unknown, because: "no step of this name is declared or has started", among: steps)
  }
}
