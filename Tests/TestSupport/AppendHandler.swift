package import FlowState

extension LockedList {
  /// Makes a handler for a step of the test, and keeps it so that the test can complete it.
  package func appendHandler<Content, Result>() -> FlowStepHandler<Content, Result>
  where Value == FlowStepHandler<Content, Result> {
    let handler = FlowStepHandler(Content.self, Result.self)
    append(handler)
    return handler
  }
}

extension Box {
  /// Makes a handler for a step of the test, and keeps it so that the test can complete it.
  package func appendHandler<Content, Result>() -> FlowStepHandler<Content, Result>
  where Value == [FlowStepHandler<Content, Result>] {
    let handler = FlowStepHandler(Content.self, Result.self)
    value.append(handler)
    return handler
  }
}
