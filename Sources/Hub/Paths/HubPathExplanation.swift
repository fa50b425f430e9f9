public import FlowJSON

/// An explanation of a path in a document: the values that it leads to, or the step that failed and the value found
/// there.
///
/// ```swift
/// let title = HubJSONPath().member("text").member("title").stringPath
/// print(title.explanation(of: ["text": "Soup"]))
/// // text.title gave nothing. At $.text: expected an object with "title", found the string "Soup".
/// ```
public struct HubPathExplanation: Sendable, Equatable, CustomStringConvertible {
  /// A value and its location. A value that a closure returned has the location of the closure's input.
  public struct Found: Sendable, Equatable {
    /// The location of the value.
    public let location: JSONLocation
    /// The value.
    public let value: JSONValue
  }

  /// The path as text.
  public let path: String
  /// The values that the path leads to, in order. Values of other types are omitted.
  public let found: [Found]
  /// The first step that failed, with the value found there. Empty if the path leads to a value.
  ///
  /// Combined paths have one failure each. Among the elements of an array, the failure that is furthest along the path
  /// is kept.
  public let failures: [JSONTypeError]

  /// A Boolean value that indicates whether the path leads to a value.
  public var hasValues: Bool { !found.isEmpty }

  /// A short description of the values, or of the reason why there are none.
  public var summary: String {
    guard let first = found.first else { return failures.map(\.description).joined(separator: " ") }
    let text = first.value.foundText
    return found.count == 1 ? text : "\(found.count) values, the first \(text)"
  }

  /// The explanation in one or more sentences.
  public var description: String {
    hasValues ? "\(path) gave \(summary)." : "\(path) gave nothing. \(summary)"
  }
}

extension HubJSONPath {
  /// Explains which values the path leads to, or which step fails and which value is found there.
  ///
  /// - Parameters:
  ///   - value: The value at which the path starts.
  ///   - location: The location of that value in its document. The default is the root.
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
