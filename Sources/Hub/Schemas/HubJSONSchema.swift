public import FlowJSON
public import Foundation

/// How a server's JSON is read: four sub-schemas full of paths, each of which can be replaced.
///
/// A new schema is the default one, so only what differs needs saying:
///
/// ```swift
/// let schema = HubJSONSchema()
/// schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
/// schema.componentModelSchema.titlePath = schema.makePath().member("label").stringPath
/// let view = schema.viewModel(from: ["heading": "Recipes"])
/// ```
///
/// A schema is an object, so that whoever has registered one can still change it. It belongs to the queue where it was
/// made. Builders take down its paths when they are made, and go anywhere.
///
/// Source: `HUBJSONSchema`.
public final class HubJSONSchema {
  /// Where the properties of views are found.
  public var viewModelSchema = HubViewModelJSONSchema()
  /// Where the properties of components are found.
  public var componentModelSchema = HubComponentModelJSONSchema()
  /// Where the properties of images are found.
  public var componentImageDataSchema = HubComponentImageDataJSONSchema()
  /// Where the properties of targets are found.
  public var componentTargetSchema = HubComponentTargetJSONSchema()
  /// What components are where the JSON does not say so.
  public let componentDefaults: HubComponentDefaults

  /// Makes a default schema.
  ///
  /// - Parameter defaults: What components are where the JSON does not say so.
  public init(defaults: HubComponentDefaults = .standard) {
    componentDefaults = defaults
  }

  /// Makes a schema with the same paths. Replacing a path of one leaves the other alone.
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

  /// Makes a path without steps.
  ///
  /// - Returns: The path.
  public func makePath() -> HubJSONPath<JSONValue> { HubJSONPath() }

  /// Reads a view's object.
  ///
  /// - Parameters:
  ///   - object: What the server sent.
  ///   - buildDate: When that is; now by default.
  /// - Returns: The view model. What cannot be read is absent.
  public func viewModel(from object: JSONObject, at buildDate: Date = Date()) -> HubViewModel {
    var builder = HubViewModelBuilder(schema: self)
    builder.addJSON(object)
    return builder.build(at: buildDate)
  }

  /// The paths as they are now.
  var rules: SchemaRules {
    SchemaRules(
      view: viewModelSchema, component: componentModelSchema, image: componentImageDataSchema,
      target: componentTargetSchema, defaults: componentDefaults)
  }
}
