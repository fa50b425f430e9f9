import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `match` and `replace`.
  func addPatternOperations(_ work: WorkBudget) {
    let patterns = PatternCache()
    addCoreOperation("match") { arguments in
      let search = try PatternSearch(arguments.text(at: 1), in: arguments.text(at: 0), patterns, work)
      return .bool(try search.matchesWhole())
    }
    addCoreOperation("replace") { arguments in
      let search = try PatternSearch(arguments.text(at: 1), in: arguments.text(at: 0), patterns, work)
      return .string(try search.replacing(with: arguments.text(at: 2)))
    }
  }
}
