import FlowScreens

/// A property wrapper for the children of a component. As in Nimbus's `@Children`.
///
/// ```swift
/// struct Card<Content: Component>: ViewDecodable {
///   var title: String
///   @Children var content: () -> Content
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .framed(content().render(context), title: StyledText(title))
///   }
/// }
/// let card = try NimbusDecoder.decode(Card<AnyComponent>.self, from: node)
/// ```
///
/// The wrapper doesn't read a property of the node, regardless of its own name. `Content` is ``AnyComponent``, which
/// draws the children below each other, or `[AnyComponent]`, which contains each child. Decoding any other type fails.
///
/// Call the function on the screen's queue. It returns the children that the node has at that time.
@propertyWrapper
public struct Children<Content>: Decodable {
  /// Returns the children.
  public var wrappedValue: () -> Content

  /// Creates a wrapper from a function.
  public init(wrappedValue: @escaping () -> Content) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper for the children of the node that is decoded. Without a node, there are no children.
  ///
  /// - Throws: `DecodingError` if `Content` isn't supported, or if the decoder isn't that of ``NimbusDecoder``.
  public init(from decoder: any Decoder) throws {
    try self.init(ValueDecoder.of(decoder, for: "Content"))
  }

  fileprivate init(_ decoder: ValueDecoder) throws {
    let node = decoder.surroundings.node
    let render = decoder.surroundings.environment?.render ?? { _ in .nothing }
    if Content.self == AnyComponent.self {
      wrappedValue = { ValueDecoder.same(AnyComponent { _ in Self.column(of: node, render) }, as: Content.self) }
    } else if Content.self == [AnyComponent].self {
      wrappedValue = {
        let components = (node?.children ?? []).map { child in AnyComponent { _ in render(child) } }
        return ValueDecoder.same(components, as: Content.self)
      }
    } else {
      throw DecodingError.dataCorrupted(
        at: decoder.codingPath, "Children must be AnyComponent or [AnyComponent], not \(Content.self).")
    }
  }

  private static func column(of node: ServerDrivenNode?, _ render: (ServerDrivenNode) -> ScreenLayout) -> ScreenLayout {
    guard let children = node?.children, !children.isEmpty else { return .nothing }
    return .column(children.map(render))
  }
}

extension KeyedDecodingContainer {
  /// Decodes the children of the node. The key is ignored.
  public func decode<Content>(_ type: Children<Content>.Type, forKey key: Key) throws -> Children<Content> {
    try Children(ValueDecoder.of(superDecoder(), for: "Content", at: codingPath))
  }
}
