extension FlowStepHandler {
  /// Makes a handler that the engine completes, on the run's queue, when the work that the step hosts has ended.
  @usableFromInline
  static func ofEngine(host: LaneHost? = nil) -> FlowStepHandler {
    let handler = FlowStepHandler()
    var engine = EngineHandling()
    engine.isCompletedByEngine = true
    engine.host = host
    handler.engine = engine
    return handler
  }
}

extension AnyFlowStepHandler {
  /// Ends work that the engine started for the step. Set before the handler is bound.
  final var interruption: (() -> Void)? {
    get { engine?.interruption }
    set {
      if engine == nil { engine = EngineHandling() }
      engine?.interruption = newValue
    }
  }
}
