public import FlowJSON
public import FlowScreens
public import Foundation

/// Makes a ``HubComponentTarget``.
///
/// ```swift
/// builder.editTarget { target in
///   target.addAction(ComponentIdentifier(namespace: "food", name: "choose"))
///   target.editInitialViewModel { $0.navigationBarTitle = "Herring" }
/// }
/// ```
///
/// A builder is a value: a copy is independent.
///
/// Source: `HUBComponentTargetBuilder`.
public struct HubComponentTargetBuilder: HubJSONBuilder {
  /// What to open, if no action is successful.
  public var uri: URL?
  /// The actions to try, in order and without duplicates.
  public private(set) var actionIdentifiers: [ComponentIdentifier] = []
  /// Anything else.
  public var customData: JSONObject?
  private var view = Indirect<HubViewModelBuilder>()
  private let rules: SchemaRules

  /// Makes a builder of an empty target.
  ///
  /// - Parameter schema: How JSON is read; the default schema if nil.
  public init(schema: HubJSONSchema? = nil) {
    self.init(schema?.rules ?? .standard)
  }

  init(_ rules: SchemaRules) {
    self.rules = rules
  }

  /// The builder of the view to show at first; nil if there is none.
  public var initialViewModel: HubViewModelBuilder? { view.value }

  /// Whether there is a view to show at first.
  public var hasInitialViewModel: Bool { initialViewModel != nil }

  /// Changes the view to show at first, which is made if there is none.
  ///
  /// - Parameter change: Receives the view's builder; called once, before this returns.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws.
  public mutating func editInitialViewModel<Result, Failure: Error>(
    _ change: (inout HubViewModelBuilder) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try view.edit(orMake: HubViewModelBuilder(rules), change)
  }

  /// Removes the view to show at first.
  public mutating func removeInitialViewModel() {
    view = Indirect()
  }

  /// Appends an action, unless it is already there.
  public mutating func addAction(_ identifier: ComponentIdentifier) {
    if !actionIdentifiers.contains(identifier) { actionIdentifiers.append(identifier) }
  }

  /// Removes an action; one that is not there too.
  public mutating func removeAction(_ identifier: ComponentIdentifier) {
    actionIdentifiers.removeAll { $0 == identifier }
  }

  /// Sets one member of the custom data; nil removes it.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Adds a target's object.
  ///
  /// - Parameter object: What cannot be read from it is ignored.
  public mutating func addJSON(_ object: JSONObject) {
    add(object, depth: 0)
  }

  mutating func add(_ object: JSONObject, depth: Int) {
    let paths = rules.target
    let start = JSONValue.object(object)
    uri = paths.uriPath.first(startingAt: start) ?? uri
    customData.merge(paths.customDataPath.first(startingAt: start))
    // A set, because a server may send as many as it likes.
    var known = Set(actionIdentifiers)
    for text in paths.actionIdentifiersPath.values(startingAt: start) {
      guard let identifier = ComponentIdentifier(text), known.insert(identifier).inserted else { continue }
      actionIdentifiers.append(identifier)
    }
    guard depth < SchemaRules.maximumDepth else { return }
    if let object = paths.initialViewModelDictionaryPath.first(startingAt: start) {
      editInitialViewModel { $0.add(object, depth: depth + 1) }
    }
  }

  /// Makes the target. The builder can be used on.
  ///
  /// - Parameter buildDate: When that is, for the view to show at first; now by default.
  /// - Returns: The target.
  public func build(at buildDate: Date = Date()) -> HubComponentTarget {
    HubComponentTarget(
      uri: uri, initialViewModel: initialViewModel?.build(at: buildDate),
      actionIdentifiers: actionIdentifiers.isEmpty ? nil : actionIdentifiers, customData: customData)
  }
}
