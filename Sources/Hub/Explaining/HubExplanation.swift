public import FlowJSON

/// An explanation of how a schema reads a document: for each property, the path that gave it, or why the path gave nothing.
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
    /// How the model's value differs from the path's value. Nil if it does not.
    public let note: String?

    /// The property as one line of text.
    public var text: String {
      let outcome = path.hasValues ? path.summary : "nothing. \(path.summary)"
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

  /// The explanation as lines. Nested parts are indented.
  public var lines: [String] {
    var lines: [String] = []
    append(to: &lines, indentation: "")
    return lines
  }

  private func append(to lines: inout [String], indentation: String) {
    lines.append("\(indentation)\(subject) at \(location)")
    for property in properties { lines.append("\(indentation)  \(property.text)") }
    for part in parts { part.append(to: &lines, indentation: indentation + "  ") }
  }

  /// The explanation as text.
  public var description: String { lines.joined(separator: "\n") }
}
