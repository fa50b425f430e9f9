import FlowState

/// The sentences about steps that a setup answers and that don't exist: mostly a name is misspelt.
package enum UnknownAnswers {
  /// Returns a sentence for each step, with the names that are most like its name; nil if there are no steps.
  package static func complaint(_ steps: [String], because reason: String, among known: Set<String>) -> String? {
    guard !steps.isEmpty else { return nil }
    return steps.map { step in
      "Step '\(step)' was set up with answers, but \(reason); the steps are: \(Suggestion.list(known, nearestTo: step))."
    }.joined(separator: " ")
  }
}
