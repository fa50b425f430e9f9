import FlowJSON

/// An error that describes why a document can't be shown. No part of such a document is shown.
///
/// ```swift
/// do {
///   try view.load("{\"properties\": {}}")
/// } catch {
///   print(error)  // The component at $ is malformed: expected a string for "_:component", found nothing.
/// }
/// ```
public enum ServerDrivenDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text isn't JSON, or its root isn't an object.
  case malformedJSON(reason: String)
  /// A node of the document is malformed.
  ///
  /// The identifier is `nil` if the node has none. The path begins with `$` and has `.children[:0]` for each level.
  case malformedComponent(id: String?, path: String, cause: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .malformedJSON(let reason): "The document is malformed JSON: \(reason)"
    case .malformedComponent(let id, let path, let cause):
      "The component \(id.map { "\"\($0.brief)\" " } ?? "")at \(path) is malformed: \(cause)."
    }
  }
}
