import FlowJSON

extension Formula {
  /// Returns an evaluation of the formula with the states that are currently visible in a scope.
  func evaluation(in scope: Scope, of nimbus: NimbusInstance) -> Evaluation {
    Evaluation(of: self, states: states.map { scope.state($0) }, in: scope, nimbus)
  }
}

extension Evaluation {
  /// Creates an evaluation that uses the log and the work budget of an instance.
  convenience init(of formula: Formula, states: [StateCell?], in scope: Scope, _ nimbus: NimbusInstance) {
    self.init(of: formula, states: states, in: scope, nimbus.faults, nimbus.updates.work)
  }

  /// Returns the value of the formula.
  ///
  /// - Parameter event: Returns the event of a blueprint, which is either new or an existing one.
  /// - Returns: The value. It's plain JSON if it contains no event.
  func value(event: (EventBlueprint) -> ServerDrivenEvent) -> NimbusValue {
    value(of: formula.template, event: event)
  }

  private func value(
    of template: PropertyTemplate, event: (EventBlueprint) -> ServerDrivenEvent
  ) -> NimbusValue {
    switch template {
    case .constant(let value): .json(value)
    case .text(let template): .json(value(of: template))
    case .list(let elements): NimbusValue(elements.map { value(of: $0, event: event) })
    case .map(let members): NimbusValue(members.map { ($0.key, value(of: $0.template, event: event)) })
    case .event(let blueprint): .event(event(blueprint))
    }
  }
}
