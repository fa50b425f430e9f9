/// Why a document is no screen. Nothing of such a document is shown.
///
/// ```swift
/// do {
///   try view.load("{\"properties\": {}}")
/// } catch {
///   print(error)  // The component at $ is malformed: expected a string for "_:component", found nothing.
/// }
/// ```
public enum ServerDrivenDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is not JSON, or its root is no object.
  case malformedJSON(reason: String)
  /// A node of the document is not what it must be.
  ///
  /// The identifier is nil if the node has none; the path begins with `$`, and goes down by `.children[:0]`.
  case malformedComponent(id: String?, path: String, cause: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .malformedJSON(let reason): "The document is malformed JSON: \(reason)"
    case .malformedComponent(let id, let path, let cause):
      "The component \(id.map { "\"\($0)\" " } ?? "")at \(path) is malformed: \(cause)."
    }
  }
}
