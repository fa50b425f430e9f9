public import FlowJSON

/// An explanation of how a schema reads a document: for each property, the path and its value, or why it has none.
///
/// ```swift
/// print(HubJSONSchema().explanation(of: ["title": 5]))
/// // view model at $
/// //   identifier <- id: nothing. At $: expected a member "id", found an object with "title".
/// //   navigationBarTitle <- title: nothing. At $.title: expected a string, found the integer 5.
/// //   …
/// ```
public struct HubExplanation: Sendable, Equatable, CustomStringConvertible {
  /// A property of a model, with the outcome of its path.
  public struct Property: Sendable, Equatable {
    /// The name of the property in the model, such as `navigationBarTitle`.
    public let name: String
    /// The outcome of the path.
    public let path: HubPathExplanation
    /// The difference between the model's value and the path's value. Nil if they are equal.
    public let note: String?

    /// The property as one line of text.
    public var text: String {
      let outcome = path.hasValues ? path.summary : "nothing. \(path.briefFailures)"
      return "\(name) <- \(path.path): \(outcome)" + (note.map { " (\($0))" } ?? "")
    }
  }

  /// The model that the properties belong to, such as `body component 0`.
  public let subject: String
  /// The location of the model's JSON object.
  public let location: JSONLocation
  /// The properties, in the order of the schema.
  public let properties: [Property]
  /// The explanations of the components, images and targets inside the model.
  public let parts: [HubExplanation]

  /// The number of nested parts that are not explained, because the document has too many.
  public let omittedParts: Int

  /// The explanation as lines. Nested parts are indented, and long locations are shortened.
  public var lines: [String] {
    var lines: [String] = []
    append(to: &lines, indentation: "")
    return lines
  }

  private func append(to lines: inout [String], indentation: String) {
    lines.append("\(indentation)\(subject) at \(location.brief)")
    for property in properties { lines.append("\(indentation)  \(property.text)") }
    for part in parts { part.append(to: &lines, indentation: indentation + "  ") }
    if omittedParts > 0 { lines.append("\(indentation)  … and \(omittedParts) more, left out") }
  }

  /// The explanation as text.
  public var description: String { lines.joined(separator: "\n") }
}

extension HubPathExplanation {
  /// The reasons why the path has no values, with shortened locations.
  fileprivate var briefFailures: String {
    failures.map { "At \($0.location.brief): expected \($0.expected), found \($0.found)." }.joined(separator: " ")
  }
}

extension JSONLocation {
  /// The location as text. If it has many or long components, those in the middle are omitted. Each line of an
  /// explanation has a location, so long locations would make the text many times as long as the document.
  fileprivate var brief: String {
    let shortened = components.map(\.shortened)
    guard shortened.count > 12 else { return JSONLocation(shortened).description }
    let end = JSONLocation(Array(shortened.suffix(6))).description.dropFirst()
    return "\(JSONLocation(Array(shortened.prefix(6))))…\(end)"
  }
}

extension JSONLocation.Component {
  fileprivate var shortened: JSONLocation.Component {
    guard case .key(let name) = self, name.utf8.count > 40 else { return self }
    return .key(String(String.UnicodeScalarView(name.unicodeScalars.prefix(20))) + "…")
  }
}
