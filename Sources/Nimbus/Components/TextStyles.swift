public import FlowScreens

/// A set of text styles that decodes from one name or a list of names.
///
/// ```swift
/// let styles = try NimbusDecoder.decode(TextStyles.self, from: ["bold", "Red"] as JSONValue)
/// styles.applied(to: "Stop")
/// ```
///
/// The names are those of `TextStyle`: `bold`, `dim`, `underlined`, `inverse`, `red`, `green`, `yellow` and `cyan`.
/// Case doesn't matter.
public struct TextStyles: Decodable, Sendable, Hashable {
  /// The styles.
  public var styles: Set<TextStyle>

  /// Creates a set of styles.
  public init(_ styles: TextStyle...) {
    self.styles = Set(styles)
  }

  /// Creates a set of styles by decoding a name or a list of names.
  public init(from decoder: any Decoder) throws {
    let names: [Name]
    if var list = try? decoder.unkeyedContainer() {
      var found: [Name] = []
      while !list.isAtEnd { found.append(try list.decode(Name.self)) }
      names = found
    } else {
      names = [try decoder.singleValueContainer().decode(Name.self)]
    }
    styles = Set(names.map(\.style))
  }

  /// Returns the text with these styles.
  public func applied(to text: StyledText) -> StyledText {
    styles.reduce(text) { $0.styled($1) }
  }

  private enum Name: String, CaseIterable, Decodable {
    case bold, dim, underlined, inverse, red, green, yellow, cyan

    var style: TextStyle {
      switch self {
      case .bold: .bold
      case .dim: .dim
      case .underlined: .underlined
      case .inverse: .inverse
      case .red: .red
      case .green: .green
      case .yellow: .yellow
      case .cyan: .cyan
      }
    }
  }
}
