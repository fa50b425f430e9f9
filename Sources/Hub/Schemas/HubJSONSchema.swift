public import FlowJSON

/// A schema that determines how JSON is read. It consists of four sub-schemas with replaceable paths.
///
/// A new schema has the default paths. Replace only those that differ:
///
/// ```swift
/// let schema = HubJSONSchema()
/// schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
/// schema.componentModelSchema.titlePath = schema.makePath().member("label").stringPath
/// let view = schema.viewModel(from: ["heading": "Recipes"])
/// ```
///
/// A schema is an object, so you can change it after it is registered. It belongs to the queue on which it was created.
/// Builders copy its paths when they are created, and can be used on any thread.
///
/// As in the Hub Framework: `HUBJSONSchema`.
public final class HubJSONSchema {
  /// The paths to the properties of views.
  public var viewModelSchema = HubViewModelJSONSchema()
  /// The paths to the properties of components.
  public var componentModelSchema = HubComponentModelJSONSchema()
  /// The paths to the properties of images.
  public var componentImageDataSchema = HubComponentImageDataJSONSchema()
  /// The paths to the properties of targets.
  public var componentTargetSchema = HubComponentTargetJSONSchema()
  /// The values of component properties that the JSON does not set.
  public let componentDefaults: HubComponentDefaults

  /// Creates a schema with the default paths.
  ///
  /// - Parameter defaults: The values of component properties that the JSON does not set.
  public init(defaults: HubComponentDefaults = .standard) {
    componentDefaults = defaults
  }

  /// Returns a schema with the same paths. Replacing a path of one schema does not affect the other.
  ///
  /// - Returns: The copy.
  public func copy() -> HubJSONSchema {
    let copy = HubJSONSchema(defaults: componentDefaults)
    copy.viewModelSchema = viewModelSchema
    copy.componentModelSchema = componentModelSchema
    copy.componentImageDataSchema = componentImageDataSchema
    copy.componentTargetSchema = componentTargetSchema
    return copy
  }

  /// Returns a path without steps.
  ///
  /// - Returns: The path.
  public func makePath() -> HubJSONPath<JSONValue> { HubJSONPath() }

  /// The current paths.
  var rules: SchemaRules {
    SchemaRules(
      view: viewModelSchema, component: componentModelSchema, image: componentImageDataSchema,
      target: componentTargetSchema, defaults: componentDefaults)
  }
}

extension SchemaRules {
  /// The default schema with the default component.
  static let standard = HubJSONSchema().rules
}
