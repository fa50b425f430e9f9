import FlowJSON

/// A value of a document that is evaluated as a whole: a property or a state of a node, or the properties of an action.
///
/// A formula is compiled once, when its document is read. All nodes with the same blueprint share it.
final class Formula {
  /// The name of the property or state.
  let key: String
  let template: PropertyTemplate
  /// The names of the states that the value depends on. Expressions refer to a state by its position in this list. The
  /// list doesn't contain states that only the actions of events use.
  let states: [String]
  /// The size of a constant value, which all nodes share.
  let constantSize: Int

  init(key: String, template: PropertyTemplate, states: [String]) {
    self.key = key
    self.template = template
    self.states = states
    if case .constant(let value) = template { constantSize = value.fullSize } else { constantSize = 0 }
  }

  /// Returns an evaluation of the formula with the states that are currently visible in a scope.
  func evaluation(in scope: Scope, of nimbus: NimbusInstance) -> Evaluation {
    Evaluation(formula: self, states: states.map { scope.state($0) }, scope: scope, nimbus: nimbus)
  }
}

extension Evaluation {
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
