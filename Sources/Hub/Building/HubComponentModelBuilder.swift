public import FlowJSON
import Foundation

/// A builder of a ``HubComponentModel``.
///
/// ```swift
/// var soup = HubComponentModelBuilder(identifier: "soup")
/// soup.title = "Soup of the day"
/// soup.editTarget { $0.uri = URL(string: "https://example.org/soup") }
/// soup.children.edit("bread") { $0.title = "Bread" }
/// let component = soup.build()
/// ```
///
/// A builder is a value: copies are independent. You can use a builder again after it has built a model.
///
/// As in the Hub Framework: `HUBComponentModelBuilder`.
public struct HubComponentModelBuilder: HubJSONBuilder {
  /// The identifier of the component. Nil until code or JSON sets it.
  public internal(set) var identifier: String?
  /// The preferred index among the siblings. Nil keeps the order of insertion.
  ///
  /// A negative index means the start. An index beyond the end means the end. If several siblings prefer the same
  /// index, only the last one is moved. JSON cannot set the preferred index.
  public var preferredIndex: Int?
  /// The builders of the children.
  public var children: HubComponentModelBuilders
  /// The builder of the image in the foreground, or nil.
  public var mainImageData: HubComponentImageDataBuilder? { mainImage.value }
  /// The builder of the image behind the contents, or nil.
  public var backgroundImageData: HubComponentImageDataBuilder? { backgroundImage.value }
  /// The builders of the custom images, keyed by identifier.
  public var customImageData: [String: HubComponentImageDataBuilder] = [:]
  /// The builder of the target, which is the effect of selecting the component. Nil for no target.
  public var target: HubComponentTargetBuilder? { targetBox.value }
  /// The properties, shared until one of them is set.
  private(set) var sharedProperties: Indirect<HubComponentProperties>
  var properties: HubComponentProperties {
    _read { yield sharedProperties.existing }
    _modify { yield &sharedProperties.existing }
  }
  private var mainImage = Indirect<HubComponentImageDataBuilder>()
  private var backgroundImage = Indirect<HubComponentImageDataBuilder>()
  private var targetBox = Indirect<HubComponentTargetBuilder>()
  let rules: SchemaRules

  /// Creates a builder of a component with the defaults of a schema.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the component. Nil if JSON sets it.
  ///   - schema: The schema that reads JSON. Nil for the default schema.
  public init(identifier: String? = nil, schema: HubJSONSchema? = nil) {
    self.init(identifier, schema?.rules ?? .standard)
  }

  init(_ identifier: String?, _ rules: SchemaRules) {
    self.identifier = identifier
    self.rules = rules
    sharedProperties = rules.defaultProperties
    children = HubComponentModelBuilders(rules)
  }

  /// Edits the image in the foreground. Creates it if necessary.
  ///
  /// - Parameter change: Edits the image's builder. Called once, before this method returns.
  public mutating func editMainImageData(_ change: (inout HubComponentImageDataBuilder) -> Void) {
    mainImage.edit(orMake: HubComponentImageDataBuilder(rules), change)
  }

  /// Removes the image in the foreground.
  public mutating func removeMainImageData() {
    mainImage = Indirect()
  }

  /// Edits the image behind the contents. Creates it if necessary.
  ///
  /// - Parameter change: Edits the image's builder. Called once, before this method returns.
  public mutating func editBackgroundImageData(_ change: (inout HubComponentImageDataBuilder) -> Void) {
    backgroundImage.edit(orMake: HubComponentImageDataBuilder(rules), change)
  }

  /// Removes the image behind the contents.
  public mutating func removeBackgroundImageData() {
    backgroundImage = Indirect()
  }

  /// Edits a custom image. Creates it if necessary.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the image.
  ///   - change: Edits the image's builder. Called once, before this method returns.
  public mutating func editCustomImageData(
    _ identifier: String, _ change: (inout HubComponentImageDataBuilder) -> Void
  ) {
    change(&customImageData[identifier, default: HubComponentImageDataBuilder(rules)])
  }

  /// Edits the target. Creates it if necessary.
  ///
  /// - Parameter change: Edits the target's builder. Called once, before this method returns.
  public mutating func editTarget(_ change: (inout HubComponentTargetBuilder) -> Void) {
    targetBox.edit(orMake: HubComponentTargetBuilder(rules), change)
  }

  /// Removes the target.
  public mutating func removeTarget() {
    targetBox = Indirect()
  }

  func builtTarget(at buildDate: Date) -> HubComponentTarget? { targetBox.read { $0.build(at: buildDate) } }

  /// Sets a member of the custom data. Nil removes the member.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    properties.customData.set(value, forKey: key)
  }

  /// Sets a member of the metadata. Nil removes the member.
  public mutating func setMetadataValue(_ value: JSONValue?, forKey key: String) {
    properties.metadata.set(value, forKey: key)
  }

  /// Sets a member of the logging data. Nil removes the member.
  public mutating func setLoggingDataValue(_ value: JSONValue?, forKey key: String) {
    properties.loggingData.set(value, forKey: key)
  }
}
