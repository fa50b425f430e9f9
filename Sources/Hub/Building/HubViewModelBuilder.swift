public import FlowJSON
public import Foundation

/// Makes a ``HubViewModel`` of any number of JSON documents and of code.
///
/// ```swift
/// var builder = HubViewModelBuilder()
/// try builder.addJSON(document)
/// builder.navigationBarTitle = "Food"
/// builder.body.edit("soup") { $0.preferredIndex = 0 }
/// let view = builder.build()
/// ```
///
/// A builder is a value: a copy is independent, and it may be handed to any thread. Building does not use it up.
///
/// Source: `HUBViewModelBuilder`.
public struct HubViewModelBuilder: HubJSONBuilder {
  /// What the view is known by.
  public var identifier: String?
  /// What the view is called.
  public var navigationBarTitle: String?
  /// The builder of the component at the top; nil if there is none.
  public var header: HubComponentModelBuilder? { top.value }
  /// The builders of the components that the view consists of.
  public var body: HubComponentModelBuilders
  /// The builders of the components above everything else.
  public var overlays: HubComponentModelBuilders
  /// Anything else.
  public var customData: JSONObject?
  /// Elsewhere, as the parts of components are: builders are nested, and each level costs its size on the stack.
  private var top = Indirect<HubComponentModelBuilder>()
  private let rules: SchemaRules

  /// Makes a builder of an empty view.
  ///
  /// - Parameter schema: How JSON is read; its paths are taken down now. The default schema if nil.
  public init(schema: HubJSONSchema? = nil) {
    self.init(schema?.rules ?? .standard)
  }

  init(_ rules: SchemaRules) {
    self.rules = rules
    body = HubComponentModelBuilders(rules)
    overlays = HubComponentModelBuilders(rules)
  }

  /// Whether there is no component; titles and the like do not count.
  public var isEmpty: Bool { !hasHeader && body.isEmpty && overlays.isEmpty }

  /// Whether there is a component at the top.
  public var hasHeader: Bool { !top.isEmpty }

  /// Changes the component at the top, which is made if there is none.
  ///
  /// - Parameters:
  ///   - identifier: What the component is known by, if it has to be made.
  ///   - change: Receives the component's builder; called once, before this returns.
  public mutating func editHeader(
    _ identifier: String = "header", _ change: (inout HubComponentModelBuilder) -> Void
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

  /// Changes each root component: the header, then the body, then the overlays, until `change` returns false.
  ///
  /// - Parameter change: Receives where the component belongs and its builder; says whether it wants more.
  public mutating func editEachComponent(
    _ change: (_ type: HubComponentType, _ builder: inout HubComponentModelBuilder) -> Bool
  ) {
    guard top.editIfPresent({ change(.header, &$0) }) ?? true else { return }
    guard body.editEach({ change(.body, &$0) }) else { return }
    overlays.editEach { change(.overlay, &$0) }
  }

  /// Sets one member of the custom data; nil removes it.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Adds a view's object.
  ///
  /// - Parameter object: What cannot be read from it is ignored.
  public mutating func addJSON(_ object: JSONObject) {
    add(object, depth: 0)
  }

  /// Adds a document: a view's object, or an array of body components.
  ///
  /// - Parameter document: What the server sent.
  /// - Throws: A ``HubJSONError`` if the document is neither an object nor an array; the builder stays as it was.
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

  /// Makes the view model. The builder can be used on.
  ///
  /// - Parameter buildDate: When that is; now by default.
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
