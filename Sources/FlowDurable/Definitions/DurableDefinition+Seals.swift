/// How the values of runs are sealed that belong to no step and no key.
extension DurableDefinition {
  /// Returns the seal of the content of a start. The run has no number yet when it is sealed.
  func contentSeal(_ store: String) -> PayloadSeal { PayloadSeal(codec: codec, store: store, run: identifier) }

  /// The name of the content, for its seal.
  static let contentName = "content"
  /// The name of the result of the flow, for its seal.
  static let resultName = "result"
}
