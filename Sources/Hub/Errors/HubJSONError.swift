public import FlowJSON

/// A JSON document that nothing can be read from. Everything below the outermost level is lenient and never fails.
///
/// ```swift
/// do {
///   try builder.addJSON(data)
/// } catch {
///   print(error)  // The root of the document is the integer 5; an object or an array was expected.
/// }
/// ```
public enum HubJSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What a document has to be.
  public enum Root: String, Sendable {
    /// The object of a component, an image or a target.
    case object = "an object"
    /// The object of a view, or an array of body components.
    case objectOrArray = "an object or an array"
  }

  /// There is no data at all.
  case emptyData
  /// The data is not JSON; the error says where and why.
  case invalidJSON(JSONSyntaxError)
  /// The document is JSON of another kind.
  case wrongRoot(expected: Root, found: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .emptyData: "The data is empty; a JSON document was expected."
    case .invalidJSON(let error): "The data is not JSON. \(error)"
    case .wrongRoot(let expected, let found):
      "The root of the document is \(found); \(expected.rawValue) was expected."
    }
  }
}
