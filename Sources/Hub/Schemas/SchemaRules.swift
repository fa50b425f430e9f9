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

  /// How many levels of components and initial views inside each other a document may have; deeper ones are dropped, so
  /// that no document overflows the stack of a thread, and no schema whose components contain themselves goes on for ever.
  static let maximumDepth = 128

  /// The default schema with the default component.
  static let standard = HubJSONSchema().rules
}
