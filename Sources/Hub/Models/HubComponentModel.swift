public import FlowJSON
public import FlowScreens

/// A component of a view: its contents, its appearance, and its target.
///
/// ```swift
/// for component in viewModel.bodyComponentModels {
///   print(component.identifier, component.title ?? "", component.childComponentModels.count)
/// }
/// ```
///
/// A component model is an immutable value, created by a ``HubComponentModelBuilder``. Two models are equal if their
/// contents are equal, including their children. Their positions are ignored. A model does not refer to its parent, but
/// ``HubViewModel/parent(of:)`` finds the parent from the ``indexPath``.
///
/// As in the Hub Framework: `HUBComponentModel`.
public struct HubComponentModel: Sendable, Equatable {
  /// The properties that equality compares. A reference stores them, because models are copied often.
  final class Content: Sendable {
    private let sharedProperties: Indirect<HubComponentProperties>
    let identifier: String
    let type: HubComponentType
    private let mainImage: Indirect<HubComponentImageData>
    private let backgroundImage: Indirect<HubComponentImageData>
    let customImageData: [String: HubComponentImageData]
    private let targetBox: Indirect<HubComponentTarget>
    let children: [HubComponentModel]

    // These properties are stored indirectly. Most components have no images and no target, and a document can have
    // hundreds of thousands of components.
    var properties: HubComponentProperties { _read { yield sharedProperties.existing } }
    var mainImageData: HubComponentImageData? { mainImage.value }
    var backgroundImageData: HubComponentImageData? { backgroundImage.value }
    var target: HubComponentTarget? { targetBox.value }

    init(
      _ properties: Indirect<HubComponentProperties>, identifier: String, type: HubComponentType,
      images: (
        main: HubComponentImageData?, background: HubComponentImageData?, custom: [String: HubComponentImageData]
      ),
      target: HubComponentTarget?, children: [HubComponentModel]
    ) {
      sharedProperties = properties
      self.identifier = identifier
      self.type = type
      mainImage = Indirect(images.main)
      backgroundImage = Indirect(images.background)
      customImageData = images.custom
      targetBox = Indirect(target)
      self.children = children
    }
  }

  private let content: Content
  /// The indices from the root component to this one. For example, `[2, 0]` is the first child of the third component.
  public let indexPath: [Int]

  init(_ content: Content, indexPath: [Int]) {
    self.content = content
    self.indexPath = indexPath
  }

  /// The identifier of the component. A component without one receives an identifier that no sibling has.
  public var identifier: String { content.identifier }
  /// The part of the view that the component belongs to.
  public var type: HubComponentType { content.type }
  /// The index among the siblings. Zero for the header.
  public var index: Int { indexPath.last ?? 0 }
  /// The identifier of the group that the component and some of its siblings form.
  public var groupIdentifier: String? { content.properties.groupIdentifier }
  /// The identifier of the component that shows the model.
  public var componentIdentifier: ComponentIdentifier { content.properties.componentIdentifier }
  /// The namespace of the component that shows the model.
  public var componentNamespace: String { componentIdentifier.namespace }
  /// The name, within its namespace, of the component that shows the model.
  public var componentName: String { componentIdentifier.name }
  /// The general appearance of the component.
  public var componentCategory: HubComponentCategory { content.properties.componentCategory }
  /// The title of the component.
  public var title: String? { content.properties.title }
  /// The text below the title.
  public var subtitle: String? { content.properties.subtitle }
  /// The text beside the title.
  public var accessoryTitle: String? { content.properties.accessoryTitle }
  /// A longer text.
  public var descriptionText: String? { content.properties.descriptionText }
  /// The name of the icon.
  public var icon: String? { content.properties.icon }
  /// The image in the foreground.
  public var mainImageData: HubComponentImageData? { content.mainImageData }
  /// The image behind the contents.
  public var backgroundImageData: HubComponentImageData? { content.backgroundImageData }
  /// The images with other purposes, keyed by identifier.
  public var customImageData: [String: HubComponentImageData] { content.customImageData }
  /// The target, which is the effect of selecting the component.
  public var target: HubComponentTarget? { content.target }
  /// Data for the program, not for the component.
  public var metadata: JSONObject? { content.properties.metadata }
  /// Data to include in logs about the component.
  public var loggingData: JSONObject? { content.properties.loggingData }
  /// Data for one kind of component only.
  public var customData: JSONObject? { content.properties.customData }
  /// The children of the component.
  public var childComponentModels: [HubComponentModel] { content.children }

  /// Returns whether two models have equal contents. Their positions are ignored.
  public static func == (left: HubComponentModel, right: HubComponentModel) -> Bool {
    if left.content === right.content { return true }
    return left.content.isAlike(right.content) && left.target == right.target
      && left.childComponentModels == right.childComponentModels
  }
}

extension HubComponentModel.Content {
  /// Returns whether two models are equal except for their targets and children.
  fileprivate func isAlike(_ other: HubComponentModel.Content) -> Bool {
    identifier == other.identifier && type == other.type && properties == other.properties
      && mainImageData == other.mainImageData && backgroundImageData == other.backgroundImageData
      && customImageData == other.customImageData
  }
}
