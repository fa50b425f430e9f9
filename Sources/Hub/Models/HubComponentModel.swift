public import FlowJSON
public import FlowScreens

/// A part of a view: what it says, what it looks like, and what happens when it is selected.
///
/// ```swift
/// for component in viewModel.bodyComponentModels {
///   print(component.identifier, component.title ?? "", component.childComponentModels.count)
/// }
/// ```
///
/// A component model is an immutable value that a ``HubComponentModelBuilder`` makes. Two are equal if everything that they
/// say is equal, children included; where they stand does not count. A value has no parent: ``HubViewModel/parent(of:)``
/// finds it by the ``indexPath``.
///
/// Source: `HUBComponentModel`.
public struct HubComponentModel: Sendable, Equatable {
  /// Everything that counts when models are compared. Behind a reference, because models are handed around a lot.
  final class Content: Sendable {
    let properties: HubComponentProperties
    let identifier: String
    let type: HubComponentType
    let mainImageData: HubComponentImageData?
    let backgroundImageData: HubComponentImageData?
    let customImageData: [String: HubComponentImageData]
    let target: HubComponentTarget?
    let children: [HubComponentModel]

    init(
      _ properties: HubComponentProperties, identifier: String, type: HubComponentType,
      images: (
        main: HubComponentImageData?, background: HubComponentImageData?, custom: [String: HubComponentImageData]
      ),
      target: HubComponentTarget?, children: [HubComponentModel]
    ) {
      self.properties = properties
      self.identifier = identifier
      self.type = type
      mainImageData = images.main
      backgroundImageData = images.background
      customImageData = images.custom
      self.target = target
      self.children = children
    }
  }

  private let content: Content
  /// The indices from the root component down to this one: `[2, 0]` is the first child of the third component.
  public let indexPath: [Int]

  init(_ content: Content, indexPath: [Int]) {
    self.content = content
    self.indexPath = indexPath
  }

  /// What the component is known by. One without an identifier is given one that no sibling has.
  public var identifier: String { content.identifier }
  /// Where in the view the component belongs.
  public var type: HubComponentType { content.type }
  /// The place among its siblings; 0 for the header.
  public var index: Int { indexPath.last ?? 0 }
  /// The group that the component forms with siblings.
  public var groupIdentifier: String? { content.properties.groupIdentifier }
  /// Which component shows the model.
  public var componentIdentifier: ComponentIdentifier { content.properties.componentIdentifier }
  /// Whose component shows the model.
  public var componentNamespace: String { componentIdentifier.namespace }
  /// Which of that namespace's components shows the model.
  public var componentName: String { componentIdentifier.name }
  /// What the component looks like, roughly.
  public var componentCategory: HubComponentCategory { content.properties.componentCategory }
  /// What the component is called.
  public var title: String? { content.properties.title }
  /// What stands below the title.
  public var subtitle: String? { content.properties.subtitle }
  /// What stands beside the title.
  public var accessoryTitle: String? { content.properties.accessoryTitle }
  /// A longer text.
  public var descriptionText: String? { content.properties.descriptionText }
  /// The name of an icon.
  public var icon: String? { content.properties.icon }
  /// The image in the foreground.
  public var mainImageData: HubComponentImageData? { content.mainImageData }
  /// The image behind everything.
  public var backgroundImageData: HubComponentImageData? { content.backgroundImageData }
  /// Images that the component knows what to do with, by their identifiers.
  public var customImageData: [String: HubComponentImageData] { content.customImageData }
  /// What happens when the component is selected.
  public var target: HubComponentTarget? { content.target }
  /// What the program, rather than the component, wants to know.
  public var metadata: JSONObject? { content.properties.metadata }
  /// What is written down when something happens to the component.
  public var loggingData: JSONObject? { content.properties.loggingData }
  /// What this kind of component understands besides.
  public var customData: JSONObject? { content.properties.customData }
  /// The components inside this one.
  public var childComponentModels: [HubComponentModel] { content.children }

  /// Whether both say the same, wherever they stand.
  public static func == (left: HubComponentModel, right: HubComponentModel) -> Bool {
    if left.content === right.content { return true }
    return left.content.isAlike(right.content) && left.target == right.target
      && left.childComponentModels == right.childComponentModels
  }
}

extension HubComponentModel.Content {
  /// Whether both say the same, apart from what is inside.
  fileprivate func isAlike(_ other: HubComponentModel.Content) -> Bool {
    identifier == other.identifier && type == other.type && properties == other.properties
      && mainImageData == other.mainImageData && backgroundImageData == other.backgroundImageData
      && customImageData == other.customImageData
  }
}
