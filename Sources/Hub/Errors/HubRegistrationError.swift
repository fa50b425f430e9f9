import FlowJSON

/// An error that occurs when an item cannot be registered under its identifier.
///
/// ```swift
/// do {
///   try schemas.register("recipes", recipes)
/// } catch {
///   print(error)  // A JSON schema is already registered as "recipes".
/// }
/// ```
public enum HubRegistrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of item that was to be registered.
  public enum Subject: String, Sendable {
    /// A schema.
    case schema = "JSON schema"
    /// A factory of a namespace's components.
    case componentFactory = "component factory"
    /// An action that targets can name.
    case action = "action"
  }

  /// The identifier is already taken.
  case alreadyRegistered(Subject, String)
  /// The identifier is empty.
  case emptyIdentifier(of: Subject)
  /// The identifier is not of the form `namespace:name`.
  case malformedIdentifier(of: Subject, String)

  /// A description of the error, as a sentence.
  public var description: String {
    switch self {
    case .alreadyRegistered(let subject, let identifier):
      "\(subject.article) \(subject.rawValue) is already registered as \(JSONValue.string(identifier.brief).jsonText)."
    case .emptyIdentifier(let subject):
      "\(subject.article) \(subject.rawValue) needs an identifier that is not empty."
    case .malformedIdentifier(let subject, let identifier):
      """
      \(subject.article) \(subject.rawValue) needs an identifier of the form namespace:name, \
      not \(JSONValue.string(identifier.brief).jsonText).
      """
    }
  }
}

extension HubRegistrationError.Subject {
  fileprivate var article: String { self == .action ? "An" : "A" }
}
