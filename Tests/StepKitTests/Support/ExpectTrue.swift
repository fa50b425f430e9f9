import Testing

/// Expects the result of a mutating method, which the macro can't call.
func expectTrue(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(condition, sourceLocation: sourceLocation)
}
