import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `match` and `replace`.
  func addPatternOperations(_ work: WorkBudget) {
    addOperation("match") { arguments in
      let search = try PatternSearch(Self.text(arguments, at: 1), in: Self.text(arguments, at: 0), work)
      return .bool(try search.matchesWhole())
    }
    addOperation("replace") { arguments in
      let search = try PatternSearch(Self.text(arguments, at: 1), in: Self.text(arguments, at: 0), work)
      return .string(try search.replacing(with: Self.text(arguments, at: 2)))
    }
  }
}
