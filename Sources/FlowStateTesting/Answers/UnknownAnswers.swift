import FlowState

/// Complaints about answers for steps that don't exist, usually because a name is misspelt.
package enum UnknownAnswers {
  /// Returns the steps whose names look like misspelt names of known steps.
  package static func misspelt(_ steps: [String], among known: Set<String>) -> [String] {
    steps.filter { step in
      // A short name is near to any other one, and names that differ in a number, such as 'page 2', are usually both right.
      let others = known.filter { $0.filter { !$0.isNumber } != step.filter { !$0.isNumber } }
      return step.count > 2 && Suggestion.nearest(to: step, among: Array(others)) != nil
    }
  }

  /// Returns a sentence for each step, with the most similar known names; nil if there are no steps.
  package static func complaint(_ steps: [String], because reason: String, among known: Set<String>) -> String? {
    guard !steps.isEmpty else { return nil }
    return steps.map { step in
      "Step '\(step)' was set up with answers, but \(reason); the steps are: \(Suggestion.list(known, nearestTo: step))."
    }.joined(separator: " ")
  }
}
