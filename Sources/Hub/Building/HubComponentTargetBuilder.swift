public import FlowJSON
public import FlowScreens
public import Foundation

/// A builder of a ``HubComponentTarget``.
///
/// ```swift
/// builder.editTarget { target in
///   target.addAction(ComponentIdentifier(namespace: "food", name: "choose"))
///   target.editInitialViewModel { $0.navigationBarTitle = "Herring" }
/// }
/// ```
///
/// A builder is a value: copies are independent.
///
/// As in the Hub Framework: `HUBComponentTargetBuilder`.
public struct HubComponentTargetBuilder: HubJSONBuilder {
  /// The URI that is opened if no action succeeds.
  public var uri: URL?
  /// The actions to try, in order and without duplicates.
  public private(set) var actionIdentifiers: [ComponentIdentifier] = []
  /// The same identifiers as a set, for fast lookup. A document may contain any number of actions.
  private var knownActions: Set<ComponentIdentifier> = []
  /// Additional data.
  public var customData: JSONObject?
  private var view = Indirect<HubViewModelBuilder>()
  private let rules: SchemaRules

  /// Creates a builder of an empty target.
  ///
  /// - Parameter schema: The schema that reads JSON. Nil for the default schema.
  public init(schema: HubJSONSchema? = nil) {
    self.init(schema?.rules ?? .standard)
  }

  init(_ rules: SchemaRules) {
    self.rules = rules
  }

  /// The builder of the initial view, or nil.
  public var initialViewModel: HubViewModelBuilder? { view.value }

  /// A Boolean value that indicates whether the target has an initial view.
  public var hasInitialViewModel: Bool { initialViewModel != nil }

  /// Edits the initial view. Creates it if necessary.
  ///
  /// - Parameter change: Edits the view's builder. Called once, before this method returns.
  /// - Returns: The value that `change` returns.
  /// - Throws: The error that `change` throws.
  public mutating func editInitialViewModel<Result, Failure: Error>(
    _ change: (inout HubViewModelBuilder) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try view.edit(orMake: HubViewModelBuilder(rules), change)
  }

  /// Removes the initial view.
  public mutating func removeInitialViewModel() {
    view = Indirect()
  }

  /// Appends an action, unless the target already has it.
  public mutating func addAction(_ identifier: ComponentIdentifier) {
    if knownActions.insert(identifier).inserted { actionIdentifiers.append(identifier) }
  }

  /// Removes an action. Does nothing if the target does not have it.
  public mutating func removeAction(_ identifier: ComponentIdentifier) {
    if knownActions.remove(identifier) != nil { actionIdentifiers.removeAll { $0 == identifier } }
  }

  /// Sets a member of the custom data. Nil removes the member.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Adds the JSON object of a target.
  ///
  /// - Parameter object: The object. Values that cannot be read are ignored.
  public mutating func addJSON(_ object: JSONObject) {
    add(object, depth: 0)
  }

  mutating func add(_ object: JSONObject, depth: Int) {
    let paths = rules.target
    let start = JSONValue.object(object)
    uri = paths.uriPath.first(startingAt: start) ?? uri
    customData.merge(paths.customDataPath.first(startingAt: start))
    for text in paths.actionIdentifiersPath.values(startingAt: start) {
      if let identifier = ComponentIdentifier(text) { addAction(identifier) }
    }
    guard depth < SchemaRules.maximumDepth else { return }
    if let object = paths.initialViewModelDictionaryPath.first(startingAt: start) {
      editInitialViewModel { $0.add(object, depth: depth + 1) }
    }
  }

  /// Builds the target. You can use the builder again afterwards.
  ///
  /// - Parameter buildDate: The build date of the initial view. The default is now.
  /// - Returns: The target.
  public func build(at buildDate: Date = Date()) -> HubComponentTarget {
    HubComponentTarget(
      uri: uri, initialViewModel: initialViewModel?.build(at: buildDate),
      actionIdentifiers: actionIdentifiers.isEmpty ? nil : actionIdentifiers, customData: customData)
  }
}
