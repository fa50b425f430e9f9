public import FlowJSON

/// An error in the root of a JSON document, or in the document as a whole. Below the root, values that cannot be read
/// are ignored.
///
/// ```swift
/// do {
///   try builder.addJSON(data)
/// } catch {
///   print(error)  // The root of the document is the integer 5; an object or an array was expected.
/// }
/// ```
public enum HubJSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The expected root of a document.
  public enum Root: String, Sendable {
    /// An object that describes a component, an image or a target.
    case object = "an object"
    /// An object that describes a view, or an array of body components.
    case objectOrArray = "an object or an array"
  }

  /// The data is empty.
  case emptyData
  /// The data is not JSON. The associated error describes the position and the reason.
  case invalidJSON(JSONSyntaxError)
  /// The root of the document has the wrong type.
  case wrongRoot(expected: Root, found: String)

  /// A description of the error, as a sentence.
  public var description: String {
    switch self {
    case .emptyData: "The data is empty; a JSON document was expected."
    case .invalidJSON(let error): "The data is not JSON. \(error)"
    case .wrongRoot(let expected, let found):
      "The root of the document is \(found); \(expected.rawValue) was expected."
    }
  }
}
