import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting

/// The names of the steps that a setup answers, of the steps that its runs have, and of the messages and commands that it
/// sends.
struct CrashAnswerNames: Sendable {
  /// The names of the answers of each step that the setup answers. A single answer has no name.
  private var answers: [String: Set<String>] = [:]
  /// The messages and commands.
  private var acts: Set<String> = []
  /// The declared steps, and the steps that have started, because a step's closure can create undeclared steps.
  private var steps: Set<String> = []

  /// Adds the names of a trial.
  mutating func add(_ state: CrashStageState) {
    answers.merge(state.answers.mapValues { Set(FlowAnswer.names(of: $0)) }) { $0.union($1) }
    acts.formUnion(state.acts.map(\.name))
    for start in state.starts {
      steps.formUnion(start.flow.definition.chains.flatMap(\.steps).map(\.identifier))
    }
    steps.formUnion(state.works.map(\.step))
  }

  /// Adds the names of another trial.
  mutating func add(_ other: CrashAnswerNames) {
    answers.merge(other.answers) { $0.union($1) }
    acts.formUnion(other.acts)
    steps.formUnion(other.steps)
  }

  /// A complaint about answers for steps that don't exist; nil if there are none.
  var complaint: String? { complaint(about: unknown) }

  /// A complaint about answers for steps that don't exist and whose names look like misspelt ones; nil if there are none.
  var complaintAboutMisspelt: String? { complaint(about: UnknownAnswers.misspelt(unknown, among: steps)) }

  /// Checks the names in a choice of a schedule. Returns a sentence about one that the setup doesn't have; nil if it has them.
  func complaint(about choice: FlowSchedule.Choice) -> String? {
    guard case .event(let name, _, let way) = choice.act else { return nil }
    let subject = "The schedule's choice '\(choice)' never came:"
    guard let way else {
      guard !acts.contains(name) else { return nil }
      return "\(subject) no message or command is called '\(name)'; the names are: \(Self.list(acts, nearestTo: name))."
    }
    guard let ways = answers[name] else {
      let list = Self.list(Set(answers.keys), nearestTo: name)
      return "\(subject) step '\(name)' has no answers; the steps with answers are: \(list)."
    }
    guard !ways.contains(way) else { return nil }
    let list = ways.isEmpty ? "one, which has no name" : "these: \(Self.list(ways, nearestTo: way))"
    return "\(subject) step '\(name)' has no answer '\(way)'; it has \(list)."
  }

  private static func list(_ names: Set<String>, nearestTo name: String) -> String {
    names.isEmpty ? "none" : Suggestion.list(names, nearestTo: name)
  }

  private var unknown: [String] { answers.keys.filter { !steps.contains($0) }.sorted() }

  private func complaint(about unknown: [String]) -> String? {
    // A failed setup may not have started its runs.
    guard !steps.isEmpty else { return nil }
    return UnknownAnswers.complaint(
      unknown, because: "no step of this name is declared or has started", among: steps)
  }
}
