import Testing

/// Expects what a mutating method has returned, which the macro cannot call.
func expectTrue(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(condition, sourceLocation: sourceLocation)
}
