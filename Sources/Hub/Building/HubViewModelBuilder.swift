public import FlowJSON
public import Foundation

/// A builder of a ``HubViewModel``, from JSON documents and code.
///
/// ```swift
/// var builder = HubViewModelBuilder()
/// try builder.addJSON(document)
/// builder.navigationBarTitle = "Food"
/// builder.body.edit("soup") { $0.preferredIndex = 0 }
/// let view = builder.build()
/// ```
///
/// A builder is a value: copies are independent, and any thread can use one. You can use a builder again after it has
/// built a model.
///
/// As in the Hub Framework: `HUBViewModelBuilder`.
public struct HubViewModelBuilder: HubJSONBuilder {
  /// The identifier of the view.
  public var identifier: String?
  /// The title of the view.
  public var navigationBarTitle: String?
  /// The builder of the component at the top, or nil.
  public var header: HubComponentModelBuilder? { top.value }
  /// The builders of the components in the body.
  public var body: HubComponentModelBuilders
  /// The builders of the components above all others.
  public var overlays: HubComponentModelBuilders
  /// Additional data.
  public var customData: JSONObject?
  /// The builder of the header. It is stored indirectly because builders are nested, and each level would enlarge the
  /// stack frames.
  private var top = Indirect<HubComponentModelBuilder>()
  private let rules: SchemaRules

  /// Creates a builder of an empty view.
  ///
  /// - Parameter schema: The schema that reads JSON. The builder copies its paths. Nil for the default schema.
  public init(schema: HubJSONSchema? = nil) {
    self.init(schema?.rules ?? .standard)
  }

  init(_ rules: SchemaRules) {
    self.rules = rules
    body = HubComponentModelBuilders(rules)
    overlays = HubComponentModelBuilders(rules)
  }

  /// A Boolean value that indicates whether the view has no components. Other properties are ignored.
  public var isEmpty: Bool { !hasHeader && body.isEmpty && overlays.isEmpty }

  /// A Boolean value that indicates whether the view has a component at the top.
  public var hasHeader: Bool { !top.isEmpty }

  /// Edits the component at the top. Creates it if necessary.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the component, if it is created.
  ///   - change: Edits the component's builder. Called once, before this method returns.
  public mutating func editHeader(
    _ identifier: String = "header", _ change: (inout HubComponentModelBuilder) -> Void = { _ in }
  ) {
    top.edit(orMake: HubComponentModelBuilder(identifier, rules), change)
  }

  /// Removes the component at the top.
  public mutating func removeHeader() {
    top = Indirect()
  }

  /// Removes all components.
  public mutating func removeAllComponents() {
    top = Indirect()
    body.removeAll()
    overlays.removeAll()
  }

  /// Edits the root components in order, until `change` returns false: the header, the body, then the overlays.
  ///
  /// - Parameter change: Receives the part of the view and the component's builder. Returns whether to continue.
  public mutating func editEachComponent(
    _ change: (_ type: HubComponentType, _ builder: inout HubComponentModelBuilder) -> Bool
  ) {
    guard top.editIfPresent({ change(.header, &$0) }) ?? true else { return }
    guard body.editEach({ change(.body, &$0) }) else { return }
    overlays.editEach { change(.overlay, &$0) }
  }

  /// Sets a member of the custom data. Nil removes the member.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Adds the JSON object of a view.
  ///
  /// - Parameter object: The object. Values that cannot be read are ignored.
  public mutating func addJSON(_ object: JSONObject) {
    add(object, depth: 0)
  }

  /// Adds a JSON document: the object of a view, or an array of body components.
  ///
  /// - Parameter document: The document.
  /// - Throws: ``HubJSONError`` if the root is neither an object nor an array. The builder is then unchanged.
  public mutating func addJSON(document: JSONValue) throws(HubJSONError) {
    switch document {
    case .object(let object): addJSON(object)
    case .array(let elements): body.add(elements.compactMap { JSONObject(hubValue: $0) }, depth: 1)
    default: throw .wrongRoot(expected: .objectOrArray, found: document.foundText)
    }
  }

  mutating func add(_ object: JSONObject, depth: Int) {
    let paths = rules.view
    let start = JSONValue.object(object)
    identifier = paths.identifierPath.first(startingAt: start) ?? identifier
    navigationBarTitle = paths.navigationBarTitlePath.first(startingAt: start) ?? navigationBarTitle
    customData.merge(paths.customDataPath.first(startingAt: start))
    guard depth < SchemaRules.maximumDepth else { return }
    if let object = paths.headerComponentModelDictionaryPath.first(startingAt: start) {
      let start = JSONValue.object(object)
      editHeader(rules.component.identifierPath.first(startingAt: start) ?? "header") {
        $0.add(start, depth: depth + 1)
      }
    }
    body.add(paths.bodyComponentModelDictionariesPath.values(startingAt: start), depth: depth + 1)
    overlays.add(paths.overlayComponentModelDictionariesPath.values(startingAt: start), depth: depth + 1)
  }

  /// Builds the view model. You can use the builder again afterwards.
  ///
  /// - Parameter buildDate: The build date of the model. The default is now.
  /// - Returns: The view model.
  public func build(at buildDate: Date = Date()) -> HubViewModel {
    HubViewModel(
      identifier: identifier, navigationBarTitle: navigationBarTitle,
      headerComponentModel: top.read { $0.build($0.identifier ?? "header", .header, indexPath: [0], at: buildDate) },
      bodyComponentModels: body.build(.body, under: [], at: buildDate),
      overlayComponentModels: overlays.build(.overlay, under: [], at: buildDate), customData: customData,
      buildDate: buildDate)
  }
}
