import FlowJSON

/// A value of a document that may contain expressions and events.
indirect enum PropertyTemplate {
  case constant(JSONValue)
  case text(StringTemplate)
  case list([PropertyTemplate])
  case map([NamedTemplate])
  case event(EventBlueprint)

  /// The events at any level, except those inside the actions of other events.
  var events: [EventBlueprint] {
    switch self {
    case .constant, .text: []
    case .list(let elements): elements.flatMap(\.events)
    case .map(let members): members.flatMap(\.template.events)
    case .event(let event): [event]
    }
  }
}

/// A member of an object.
struct NamedTemplate {
  let key: String
  let template: PropertyTemplate
}
