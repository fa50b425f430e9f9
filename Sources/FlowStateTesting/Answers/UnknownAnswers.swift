import FlowState

/// Complaints about answers for steps that don't exist, usually because a name is misspelt.
package enum UnknownAnswers {
  /// Returns a sentence for each step, with the most similar known names; nil if there are no steps.
  package static func complaint(_ steps: [String], because reason: String, among known: Set<String>) -> String? {
    guard !steps.isEmpty else { return nil }
    return steps.map { step in
      "Step '\(step)' was set up with answers, but \(reason); the steps are: \(Suggestion.list(known, nearestTo: step))."
    }.joined(separator: " ")
  }
}
