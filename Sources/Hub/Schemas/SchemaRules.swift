/// The paths of a schema at one time, which all builders of a view share.
final class SchemaRules: Sendable {
  let view: HubViewModelJSONSchema
  let component: HubComponentModelJSONSchema
  let image: HubComponentImageDataJSONSchema
  let target: HubComponentTargetJSONSchema
  let defaults: HubComponentDefaults

  init(
    view: HubViewModelJSONSchema, component: HubComponentModelJSONSchema, image: HubComponentImageDataJSONSchema,
    target: HubComponentTargetJSONSchema, defaults: HubComponentDefaults
  ) {
    self.view = view
    self.component = component
    self.image = image
    self.target = target
    self.defaults = defaults
  }

  /// How many levels of components, children and initial views counted, a document may have; deeper ones are dropped.
  /// Documents that come as text stop before that, since the reader of JSON allows 512 levels, and a component takes two.
  static let maximumDepth = 256

  /// The default schema with the default component.
  static let standard = HubJSONSchema().rules
}
