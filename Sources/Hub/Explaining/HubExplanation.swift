public import FlowJSON

/// What a schema makes of a document: for every property which path gave it, or why the path gave nothing.
///
/// ```swift
/// print(HubJSONSchema().explanation(of: ["title": 5]))
/// // view model at $
/// //   identifier <- id: nothing. At $: expected a member "id", found an object with "title".
/// //   navigationBarTitle <- title: nothing. At $.title: expected a string, found the integer 5.
/// //   …
/// ```
public struct HubExplanation: Sendable, Equatable, CustomStringConvertible {
  /// A property of a model, and what its path came to.
  public struct Property: Sendable, Equatable {
    /// The property of the model, such as `navigationBarTitle`.
    public let name: String
    /// What its path came to.
    public let path: HubPathExplanation
    /// What the model makes of it, if that is not what the path gave.
    public let note: String?

    /// The property as a line.
    public var text: String {
      let outcome = path.hasValues ? path.summary : "nothing. \(path.summary)"
      return "\(name) <- \(path.path): \(outcome)" + (note.map { " (\($0))" } ?? "")
    }
  }

  /// What the properties belong to, such as `body component 0`.
  public let subject: String
  /// Where its object stands.
  public let location: JSONLocation
  /// Its properties, in the order of the schema.
  public let properties: [Property]
  /// The components, images and targets in it.
  public let parts: [HubExplanation]

  /// The explanation as lines, those of parts further to the right.
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
