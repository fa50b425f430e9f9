import FlowScreens

/// What stands below a component. (Seed: `@Children`.)
///
/// ```swift
/// struct Card<Content: Component>: ViewDecodable {
///   var title: String
///   @Children var content: () -> Content
///
///   func render(_ context: ComponentContext) -> Layout {
///     .framed(content().render(context), title: StyledText(title))
///   }
/// }
/// let card = try NimbusDecoder.decode(Card<AnyComponent>.self, from: node)
/// ```
///
/// No property of the node is needed for it, whatever the property is named. `Content` is ``AnyComponent``, which draws the
/// children one below the other, or `[AnyComponent]`, which has each of them; with any other decoding fails. The children
/// are those that the node has when the function is called, on the queue of the screen.
@propertyWrapper
public struct Children<Content>: Decodable {
  /// The children, to be drawn.
  public var wrappedValue: () -> Content

  /// Makes a wrapper of a function.
  public init(wrappedValue: @escaping () -> Content) {
    self.wrappedValue = wrappedValue
  }

  /// Takes the children of the node that is decoded, none where no node is.
  ///
  /// - Throws: `DecodingError` if `Content` cannot be made, or if it is not ``NimbusDecoder`` that decodes.
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
        at: decoder.codingPath, "Children are AnyComponent or [AnyComponent], not \(Content.self).")
    }
  }

  private static func column(of node: ServerDrivenNode?, _ render: (ServerDrivenNode) -> Layout) -> Layout {
    guard let children = node?.children, !children.isEmpty else { return .nothing }
    return .column(children.map(render))
  }
}

extension KeyedDecodingContainer {
  /// Takes the children of the node that is decoded; the key is of no account.
  public func decode<Content>(_ type: Children<Content>.Type, forKey key: Key) throws -> Children<Content> {
    try Children(ValueDecoder.of(superDecoder(), for: "Content", at: codingPath))
  }
}
