import FlowState

// What the articles of FlowState take for granted.

enum FlowStatePage {
  static var fetch: FlowStep<Any, Picture> { exampleStep() }
  static var readFromCache: FlowStep<Any, Picture> { exampleStep() }

  /// Asks a person, who is called Bo.
  static func prompt(_ question: String, _ answer: @escaping @Sendable (String) -> Void) {
    print(question)
    answer("Bo")
  }
}
