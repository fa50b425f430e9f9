import FlowJSON

/// A value of a document in which expressions and events may stand.
indirect enum PropertyTemplate {
  case constant(JSONValue)
  case text(StringTemplate)
  case list([PropertyTemplate])
  case map([NamedTemplate])
  case event(EventBlueprint)

  /// Puts the names of the states that the value depends on into a set. What the actions of events use does not count.
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

  /// The value now.
  ///
  /// - Parameters:
  ///   - evaluation: Gives the expressions their values.
  ///   - event: Makes the events, or finds those that were made before.
  /// - Returns: The value, plain JSON if no event is in it.
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

/// A member of a map.
struct NamedTemplate {
  let key: String
  let template: PropertyTemplate
}
