/// The name of a step in events.
@usableFromInline
struct StepName {
  @usableFromInline let identifier: String
  /// The operator that made the step; nil if no operator made it.
  @usableFromInline let wrapper: FlowOperator?

  @usableFromInline
  init(_ identifier: String, wrapper: FlowOperator? = nil) {
    self.identifier = identifier
    self.wrapper = wrapper
  }
}
