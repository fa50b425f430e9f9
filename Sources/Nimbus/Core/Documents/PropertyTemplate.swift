import FlowJSON

/// A value of a document that may contain expressions and events.
indirect enum PropertyTemplate {
  case constant(JSONValue)
  case text(StringTemplate)
  case list([PropertyTemplate])
  case map([NamedTemplate])
  case event(EventBlueprint)

  /// Collects the names of the states that the value depends on. States that the actions of events use aren't included.
  func collectStates(into names: inout Set<String>) {
    switch self {
    case .constant, .event: break
    case .text(let template):
      for case .expression(let expression) in template.pieces { expression.collectStates(into: &names) }
    case .list(let elements):
      for element in elements { element.collectStates(into: &names) }
    case .map(let members):
      for member in members { member.template.collectStates(into: &names) }
    }
  }

  /// Returns the current value.
  ///
  /// - Parameters:
  ///   - evaluation: Evaluates the expressions.
  ///   - event: Returns the event of a blueprint, either a new one or an existing one.
  /// - Returns: The value. It's plain JSON if it contains no event.
  func value(_ evaluation: Evaluation, event: (EventBlueprint) -> ServerDrivenEvent) -> NimbusValue {
    switch self {
    case .constant(let value): .json(value)
    case .text(let template): .json(evaluation.value(of: template))
    case .list(let elements): NimbusValue(elements.map { $0.value(evaluation, event: event) })
    case .map(let members):
      NimbusValue(members.map { ($0.key, $0.template.value(evaluation, event: event)) })
    case .event(let blueprint): .event(event(blueprint))
    }
  }
}

/// A member of an object.
struct NamedTemplate {
  let key: String
  let template: PropertyTemplate
}
