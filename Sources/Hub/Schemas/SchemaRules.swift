/// An immutable copy of a schema's paths, which all builders of a view share.
final class SchemaRules: Sendable {
  let view: HubViewModelJSONSchema
  let component: HubComponentModelJSONSchema
  let image: HubComponentImageDataJSONSchema
  let target: HubComponentTargetJSONSchema
  let defaults: HubComponentDefaults
  /// The properties of a component that has only default values. All such components share them, because a document can
  /// have hundreds of thousands of components.
  let defaultProperties: Indirect<HubComponentProperties>

  init(
    view: HubViewModelJSONSchema, component: HubComponentModelJSONSchema, image: HubComponentImageDataJSONSchema,
    target: HubComponentTargetJSONSchema, defaults: HubComponentDefaults
  ) {
    self.view = view
    self.component = component
    self.image = image
    self.target = target
    self.defaults = defaults
    defaultProperties = Indirect(HubComponentProperties(defaults))
  }

  /// The maximum nesting of components and initial views in a document. Deeper levels are ignored. Without this limit,
  /// a document could overflow the stack, and a schema with recursive paths could run forever.
  static let maximumDepth = 128
}
