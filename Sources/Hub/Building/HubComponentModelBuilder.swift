public import FlowJSON
import Foundation

/// Makes a ``HubComponentModel``.
///
/// ```swift
/// var soup = HubComponentModelBuilder(identifier: "soup")
/// soup.title = "Soup of the day"
/// soup.editTarget { $0.uri = URL(string: "https://example.org/soup") }
/// soup.children.edit("bread") { $0.title = "Bread" }
/// let component = soup.build()
/// ```
///
/// A builder is a value: a copy is independent. Building does not use it up.
///
/// Source: `HUBComponentModelBuilder`.
public struct HubComponentModelBuilder: HubJSONBuilder {
  /// What the component is known by; nil if nothing has said so yet.
  public internal(set) var identifier: String?
  /// Where the component wants to stand among its siblings; nil for where it was added. JSON cannot say it.
  public var preferredIndex: Int?
  /// The components inside this one.
  public var children: HubComponentModelBuilders
  /// The builder of the image in the foreground; nil if there is none.
  public var mainImageData: HubComponentImageDataBuilder? {
    get { mainImage.value }
    set { mainImage.value = newValue }
  }
  /// The builder of the image behind everything; nil if there is none.
  public var backgroundImageData: HubComponentImageDataBuilder? {
    get { backgroundImage.value }
    set { backgroundImage.value = newValue }
  }
  /// The builders of custom images, by their identifiers.
  public var customImageData: [String: HubComponentImageDataBuilder] = [:]
  /// The builder of what happens when the component is selected; nil if nothing does.
  public var target: HubComponentTargetBuilder? {
    get { targetBox.value }
    set { targetBox.value = newValue }
  }
  var properties: HubComponentProperties
  private var mainImage = Indirect<HubComponentImageDataBuilder>()
  private var backgroundImage = Indirect<HubComponentImageDataBuilder>()
  private var targetBox = Indirect<HubComponentTargetBuilder>()
  let rules: SchemaRules

  /// Makes a builder of a component that is what the schema's defaults say.
  ///
  /// - Parameters:
  ///   - identifier: What the component is known by; nil if JSON is to say so.
  ///   - schema: How JSON is read; the default schema if nil.
  public init(identifier: String? = nil, schema: HubJSONSchema? = nil) {
    self.init(identifier, schema?.rules ?? .standard)
  }

  init(_ identifier: String?, _ rules: SchemaRules) {
    self.identifier = identifier
    self.rules = rules
    properties = HubComponentProperties(rules.defaults)
    children = HubComponentModelBuilders(rules)
  }

  /// Changes the image in the foreground, which is made if there is none.
  ///
  /// - Parameter change: Receives the image's builder; called once, before this returns.
  public mutating func editMainImageData(_ change: (inout HubComponentImageDataBuilder) -> Void) {
    mainImage.edit(orMake: HubComponentImageDataBuilder(rules), change)
  }

  /// Changes the image behind everything, which is made if there is none.
  ///
  /// - Parameter change: Receives the image's builder; called once, before this returns.
  public mutating func editBackgroundImageData(_ change: (inout HubComponentImageDataBuilder) -> Void) {
    backgroundImage.edit(orMake: HubComponentImageDataBuilder(rules), change)
  }

  /// Changes a custom image, which is made if there is none.
  ///
  /// - Parameters:
  ///   - identifier: What the image is known by.
  ///   - change: Receives the image's builder; called once, before this returns.
  public mutating func editCustomImageData(
    _ identifier: String, _ change: (inout HubComponentImageDataBuilder) -> Void
  ) {
    change(&customImageData[identifier, default: HubComponentImageDataBuilder(rules)])
  }

  /// Changes what happens when the component is selected; it is made if there is nothing yet.
  ///
  /// - Parameter change: Receives the target's builder; called once, before this returns.
  public mutating func editTarget(_ change: (inout HubComponentTargetBuilder) -> Void) {
    targetBox.edit(orMake: HubComponentTargetBuilder(rules), change)
  }

  func builtTarget(at buildDate: Date) -> HubComponentTarget? { targetBox.read { $0.build(at: buildDate) } }

  /// Sets one member of the custom data; nil removes it.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Sets one member of the metadata; nil removes it.
  public mutating func setMetadataValue(_ value: JSONValue?, forKey key: String) {
    metadata.set(value, forKey: key)
  }

  /// Sets one member of the logging data; nil removes it.
  public mutating func setLoggingDataValue(_ value: JSONValue?, forKey key: String) {
    loggingData.set(value, forKey: key)
  }
}
