extension String {
  /// The most characters of a name that a picture shows. Graphviz refuses very long names.
  private static let pictureLimit = 200

  /// The text as a picture shows it: on one line, without characters that control a terminal or a renderer, and not too long.
  var pictureText: String {
    var text = ""
    var count = 0
    for scalar in unicodeScalars {
      guard count < Self.pictureLimit else { return text + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
