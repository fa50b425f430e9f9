extension DeclaredStep {
  /// Returns the label of the route that the step chooses after a result; nil if it has only one route after a result.
  package func label(after result: Any?) -> String? {
    parts.choose?(nil, result)
  }
}
