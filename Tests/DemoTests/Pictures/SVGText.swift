import Foundation

/// The text of an SVG picture, element by element.
struct SVGText {
  private let head: String
  private var elements: [String] = []

  /// Makes a picture with a dark background and rounded corners.
  init(title: String, width: Double, height: Double, font: String, fontSize: Int) {
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    let viewBox = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
    head = """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) \(viewBox) role="img"><title>\(Self.escaped(title))</title>
      <rect width="100%" height="100%" rx="8" fill="#1d2129"/>
      <g font-family="\(font)" font-size="\(fontSize)" fill="#d7dce4">

      """
  }

  /// Adds an element, such as `rect`, with attributes in the order given. `content` is text, and has no markup.
  mutating func add(
    _ name: String, _ attributes: KeyValuePairs<String, String?>, content: String? = nil, title: String? = nil
  ) {
    let list = attributes.map { name, value in value.map { " \(name)=\"\(Self.escaped($0))\"" } ?? "" }.joined()
    let inner = (title.map { "<title>\(Self.escaped($0))</title>" } ?? "") + (content.map(Self.escaped) ?? "")
    elements.append(inner.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(inner)</\(name)>")
  }

  /// The whole picture.
  var text: String { head + elements.joined(separator: "\n") + "\n</g>\n</svg>\n" }

  /// A number with at most one decimal.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
