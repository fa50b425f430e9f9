extension NimbusSwiftUILibrary {
  /// Actions by which a document ends the flow step that shows it: `complete` with the property `result`, `finish` without a
  /// result.
  ///
  /// ```json
  /// {"_:action": "flow:complete", "properties": {"result": {"name": "@{name}"}}}
  /// ```
  ///
  /// - Parameter namespace: What the names of the actions begin with.
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
