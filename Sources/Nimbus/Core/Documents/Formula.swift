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
  /// The size of a constant value, or of the constant parts of a list or object. All nodes share them.
  let constantSize: Int
  /// The reason why a constant value exceeds the limits of a screen. It's `nil` if it doesn't.
  let constantExcess: String?

  init(key: String, template: PropertyTemplate, states: [String]) {
    self.key = key
    self.template = template
    self.states = states
    if case .constant(let value) = template {
      let (size, excess) = value.measured
      constantSize = excess == nil ? size : value.fullSize
      constantExcess = excess
    } else {
      constantSize = template.constantSize
      constantExcess = nil
    }
  }
}

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

  /// The size of the constant values at any level, except those inside events.
  fileprivate var constantSize: Int {
    switch self {
    case .constant(let value): value.fullSize
    case .text, .event: 0
    case .list(let elements): elements.reduce(0) { $0 + $1.constantSize }
    case .map(let members): members.reduce(0) { $0 + $1.template.constantSize }
    }
  }
}

/// A member of an object.
struct NamedTemplate {
  let key: String
  let template: PropertyTemplate
}
