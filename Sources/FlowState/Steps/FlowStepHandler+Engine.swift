extension FlowStepHandler {
  /// Makes a handler that the engine completes, on the run's queue, when what its step hosts has ended.
  @inlinable
  static func ofEngine() -> FlowStepHandler {
    let handler = FlowStepHandler()
    handler.isEngines = true
    return handler
  }
}
