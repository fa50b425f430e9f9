/// Seals of values that belong to neither a step nor a key.
extension DurableDefinition {
  /// Returns the seal for the content of a start, which is sealed before the run has a number.
  func contentSeal(_ store: String) -> PayloadSeal { PayloadSeal(codec: codec, store: store, run: identifier) }

  /// The name under which the content is sealed.
  static let contentName = "content"
  /// The name under which the flow's result is sealed.
  static let resultName = "result"
}
