public import FlowJSON

/// What a path came to in a document: the values it gave, or the step where it ended and what stood there instead.
///
/// ```swift
/// let title = HubJSONPath().member("text").member("title").stringPath
/// print(title.explanation(of: ["text": "Soup"]))
/// // text.title gave nothing. At $.text: expected an object with "title", found the string "Soup".
/// ```
public struct HubPathExplanation: Sendable, Equatable, CustomStringConvertible {
  /// A value and where it stands. What a block made stands where the block's value did.
  public struct Found: Sendable, Equatable {
    /// Where it stands.
    public let location: JSONLocation
    /// What the path gave.
    public let value: JSONValue
  }

  /// The path as text.
  public let path: String
  /// What the path gave, in order; values that are not of its type are left out.
  public let found: [Found]
  /// The first step that failed and what stood there; for combined paths one for each of them. Of several elements of an
  /// array, the one where the path came furthest counts. Empty if the path gave something.
  public let failures: [JSONTypeError]

  /// Whether the path gave a value.
  public var hasValues: Bool { !found.isEmpty }

  /// What the path gave, in short, or why it gave nothing.
  public var summary: String {
    guard let first = found.first else { return failures.map(\.description).joined(separator: " ") }
    let text = first.value.foundText
    return found.count == 1 ? text : "\(found.count) values, the first \(text)"
  }

  /// The explanation as a sentence.
  public var description: String {
    hasValues ? "\(path) gave \(summary)." : "\(path) gave nothing. \(summary)"
  }
}

extension HubJSONPath {
  /// Explains what the path gives from a value, or at which step it ends and what stands there instead.
  ///
  /// - Parameters:
  ///   - value: Where the path starts.
  ///   - location: Where that is in its document; the root by default.
  /// - Returns: The explanation.
  public func explanation(of value: JSONValue, at location: JSONLocation = JSONLocation()) -> HubPathExplanation {
    var operations = operations
    if Value.self != JSONValue.self { operations.append(.filter(PathFilter(Value.self))) }
    var trace = PathTrace()
    trace.follow(operations[...], from: JSONElement(value, at: location))
    let found = trace.found.compactMap { element in
      element.value.map { HubPathExplanation.Found(location: element.location, value: $0) }
    }
    return HubPathExplanation(path: description, found: found, failures: found.isEmpty ? trace.failures : [])
  }
}
