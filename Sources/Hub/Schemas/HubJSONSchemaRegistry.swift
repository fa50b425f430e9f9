import FlowJSON
public import FlowScreens

/// The schemas of a program, by the identifiers that its features name them by.
///
/// ```swift
/// let schemas = HubJSONSchemaRegistry()
/// let recipes = schemas.makeSchema()
/// recipes.viewModelSchema.navigationBarTitlePath = schemas.makeSchema().makePath().member("heading").stringPath
/// try schemas.registerCustomSchema(recipes, forIdentifier: "recipes")
/// var builder = HubViewModelBuilder(schema: schemas.schema(named: "recipes"))
/// ```
///
/// A registry belongs to the queue where it was made, like its schemas.
///
/// Source: `HUBJSONSchemaRegistry`.
public final class HubJSONSchemaRegistry {
  private let defaults: HubComponentDefaults
  private let logger: any FlowLogger
  private var schemas: [String: HubJSONSchema] = [:]

  /// Makes a registry without custom schemas.
  ///
  /// - Parameters:
  ///   - defaults: What components are where the JSON does not say so, for all schemas that the registry makes.
  ///   - logger: Hears of schemas that were asked for and are not there.
  public init(defaults: HubComponentDefaults = .standard, logger: any FlowLogger = SilentLogger()) {
    self.defaults = defaults
    self.logger = logger
  }

  /// A default schema.
  public var defaultSchema: HubJSONSchema { HubJSONSchema(defaults: defaults) }

  /// Makes a schema with the default paths, for customising.
  ///
  /// - Returns: The schema, which is not registered.
  public func makeSchema() -> HubJSONSchema { defaultSchema }

  /// Registers a schema. The registry keeps this very object: what is changed in it later is seen.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - identifier: What features name it by; any text that is not empty.
  /// - Throws: A ``HubRegistrationError`` if the identifier is taken or empty; the registry stays as it was.
  public func registerCustomSchema(
    _ schema: HubJSONSchema, forIdentifier identifier: String
  ) throws(HubRegistrationError) {
    guard !identifier.isEmpty else { throw .emptyIdentifier(of: .schema) }
    guard schemas[identifier] == nil else { throw .alreadyRegistered(.schema, identifier) }
    schemas[identifier] = schema
  }

  /// Forgets a schema; an unknown one too.
  ///
  /// - Parameter identifier: What the schema is named by.
  public func unregisterCustomSchema(_ identifier: String) {
    schemas[identifier] = nil
  }

  /// The schema that was registered; nil if there is none.
  ///
  /// - Parameter identifier: What the schema is named by.
  /// - Returns: The schema.
  public func customSchema(forIdentifier identifier: String) -> HubJSONSchema? { schemas[identifier] }

  /// Makes a copy of a registered schema, for extending it.
  ///
  /// - Parameter identifier: What the schema is named by.
  /// - Returns: The copy, which is not registered; nil if there is no such schema.
  public func makeSchema(copying identifier: String) -> HubJSONSchema? { schemas[identifier]?.copy() }

  /// The Hub Framework's name for ``makeSchema()``.
  public func createNewSchema() -> HubJSONSchema { makeSchema() }

  /// The Hub Framework's name for ``makeSchema(copying:)``.
  public func copySchema(withIdentifier identifier: String) -> HubJSONSchema? { makeSchema(copying: identifier) }

  /// The schema to read a feature's JSON by: the default one if it names none, or one that is not there.
  ///
  /// - Parameter identifier: What the feature names; one that is not there is told to the logger, as a warning.
  /// - Returns: The schema.
  public func schema(named identifier: String?) -> HubJSONSchema {
    guard let identifier else { return defaultSchema }
    if let schema = schemas[identifier] { return schema }
    let name = JSONValue.string(identifier).jsonText
    logger.warning("No JSON schema is registered as \(name); the default schema is used.")
    return defaultSchema
  }
}
