import FlowJSON

extension NimbusSwiftUILibrary {
  /// `match`, `replace`.
  func addPatternOperations() {
    addOperation("match") { arguments in
      let search = try PatternSearch(Self.text(arguments, at: 1), in: Self.text(arguments, at: 0))
      return .bool(try search.matchesWhole())
    }
    addOperation("replace") { arguments in
      let search = try PatternSearch(Self.text(arguments, at: 1), in: Self.text(arguments, at: 0))
      return .string(try search.replacing(with: Self.text(arguments, at: 2)))
    }
  }
}
