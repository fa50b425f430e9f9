import FlowChains

/// The steps of a chain by their current and former names.
struct StepNames: Sendable {
  let steps: [DeclaredStep]
  private let places: [String: Int]

  init(_ steps: [DeclaredStep]) {
    self.steps = steps
    var places: [String: Int] = [:]
    for (index, step) in steps.enumerated() {
      for name in step.durability.formerNames { places[name] = index }
    }
    // A current name takes precedence over a former one.
    for (index, step) in steps.enumerated() { places[step.identifier] = index }
    self.places = places
  }

  /// Returns the step with a name; the first step if the name is nil.
  func step(at name: String?) -> DeclaredStep? {
    guard let name else { return steps.first }
    return places[name].map { steps[$0] }
  }

  /// Returns the names under which visits of a step may be recorded: its current name and its former ones.
  func allNames(of step: String) -> Set<String> {
    guard let found = self.step(at: step) else { return [step] }
    return Set(found.durability.formerNames + [found.identifier])
  }

  var names: [String] { steps.map(\.identifier) }

  /// Whether a step, by its current or a former name, is a stop.
  func isStop(_ name: String) -> Bool { step(at: name)?.isStop ?? false }

  /// Returns the name of the latest final step that has completed in some visits; nil if a run can go back past them all.
  func finalStep(in visits: some BidirectionalCollection<RunCourse.Visit>) -> String? {
    let final = visits.last { visit in
      guard visit.isPlace, case .result = visit.left else { return false }
      return step(at: visit.step)?.isFinal ?? false
    }
    return final.flatMap { step(at: $0.step)?.identifier }
  }
}
