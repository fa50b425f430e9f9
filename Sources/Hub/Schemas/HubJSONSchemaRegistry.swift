import FlowJSON
public import FlowScreens

/// The schemas of a program, registered under identifiers.
///
/// ```swift
/// let schemas = HubJSONSchemaRegistry()
/// let recipes = schemas.makeSchema()
/// recipes.viewModelSchema.navigationBarTitlePath = schemas.makeSchema().makePath().member("heading").stringPath
/// try schemas.register("recipes", recipes)
/// var builder = HubViewModelBuilder(schema: schemas.schema(named: "recipes"))
/// ```
///
/// A registry and its schemas belong to the queue on which the registry was created.
///
/// As in the Hub Framework: `HUBJSONSchemaRegistry`.
public final class HubJSONSchemaRegistry {
  private let defaults: HubComponentDefaults
  private let logger: any FlowLogger
  private var schemas: [String: HubJSONSchema] = [:]

  /// Creates a registry without custom schemas.
  ///
  /// - Parameters:
  ///   - defaults: The component defaults of all schemas that the registry creates.
  ///   - logger: Receives a warning when a schema is requested that is not registered.
  public init(defaults: HubComponentDefaults = .standard, logger: any FlowLogger = SilentLogger()) {
    self.defaults = defaults
    self.logger = logger
  }

  /// A new schema with the default paths.
  public var defaultSchema: HubJSONSchema { HubJSONSchema(defaults: defaults) }

  /// Creates a schema with the default paths, which you can customize.
  ///
  /// - Returns: The schema. It is not registered.
  public func makeSchema() -> HubJSONSchema { defaultSchema }

  /// Registers a schema. The registry keeps the object itself, so later changes of the schema take effect.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the schema. Any text that is not empty is allowed.
  ///   - schema: The schema.
  /// - Throws: ``HubRegistrationError`` if the identifier is empty or already taken. The registry is then unchanged.
  public func register(_ identifier: String, _ schema: HubJSONSchema) throws(HubRegistrationError) {
    guard !identifier.isEmpty else { throw .emptyIdentifier(of: .schema) }
    guard schemas[identifier] == nil else { throw .alreadyRegistered(.schema, identifier) }
    schemas[identifier] = schema
  }

  /// Removes a schema. Does nothing if the identifier is not registered.
  ///
  /// - Parameter identifier: The identifier of the schema.
  public func unregister(_ identifier: String) {
    schemas[identifier] = nil
  }

  /// Returns the schema that was registered under an identifier.
  ///
  /// - Parameter identifier: The identifier of the schema.
  /// - Returns: The schema. Nil if the identifier is not registered.
  public func customSchema(forIdentifier identifier: String) -> HubJSONSchema? { schemas[identifier] }

  /// Returns a copy of a registered schema, which you can extend.
  ///
  /// - Parameter identifier: The identifier of the schema.
  /// - Returns: The copy, which is not registered. Nil if the identifier is not registered.
  public func makeSchema(copying identifier: String) -> HubJSONSchema? { schemas[identifier]?.copy() }

  /// The Hub Framework's name for ``register(_:_:)``.
  public func registerCustomSchema(
    _ schema: HubJSONSchema, forIdentifier identifier: String
  ) throws(HubRegistrationError) { try register(identifier, schema) }

  /// The Hub Framework's name for ``unregister(_:)``.
  public func unregisterCustomSchema(_ identifier: String) { unregister(identifier) }

  /// The Hub Framework's name for ``makeSchema()``.
  public func createNewSchema() -> HubJSONSchema { makeSchema() }

  /// The Hub Framework's name for ``makeSchema(copying:)``.
  public func copySchema(withIdentifier identifier: String) -> HubJSONSchema? { makeSchema(copying: identifier) }

  /// Returns the schema of a feature, or the default schema if the identifier is nil or not registered.
  ///
  /// - Parameter identifier: The identifier of the schema. If it is not registered, the logger receives a warning.
  /// - Returns: The schema.
  public func schema(named identifier: String?) -> HubJSONSchema {
    guard let identifier else { return defaultSchema }
    if let schema = schemas[identifier] { return schema }
    let name = JSONValue.string(identifier).jsonText
    logger.warning("No JSON schema is registered as \(name); the default schema is used.")
    return defaultSchema
  }
}
