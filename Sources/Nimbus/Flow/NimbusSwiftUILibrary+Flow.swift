extension NimbusSwiftUILibrary {
  /// Returns a library of actions with which a document ends the flow step that shows it.
  ///
  /// The action `complete` completes the step with the value of the property `result`. The action `finish` completes
  /// the step without a result.
  ///
  /// ```json
  /// {"_:action": "flow:complete", "properties": {"result": {"name": "@{name}"}}}
  /// ```
  ///
  /// - Parameter namespace: The namespace of the actions.
  /// - Returns: A new library.
  public static func flow(_ namespace: String = "flow") -> NimbusSwiftUILibrary {
    NimbusSwiftUILibrary(namespace)
      .addAction("complete") { event in
        let result = try ActionProperties(event).json("result")
        let completion = try event.stepCompletion
        do {
          try completion.decode(result)
        } catch let error as DecodingError {
          throw ActionDecodingFailure(cause: error)
        }
      }
      .addAction("finish") { event in try event.finishStep() }
  }
}
