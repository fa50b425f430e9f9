import FlowJSON

/// A value of a document that may contain expressions and events.
indirect enum PropertyTemplate {
  case constant(JSONValue)
  case text(StringTemplate)
  case list([PropertyTemplate])
  case map([NamedTemplate])
  case event(EventBlueprint)
}

/// A member of an object.
struct NamedTemplate {
  let key: String
  let template: PropertyTemplate
}
