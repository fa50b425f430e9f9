/// An error that reports the position at which a text stops being valid JSON.
///
/// ```swift
/// do {
///   _ = try JSONValue(parsing: "{\"a\": 1,}")
/// } catch {
///   print(error)  // Line 1, column 9: expected the name of a member, found "}".
/// }
/// ```
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The position of the error.
  public let position: JSONPosition
  /// The expected content, such as "a value".
  public let expected: String
  /// The content that was found, such as "the end of the text".
  public let found: String

  /// Creates an error.
  public init(at position: JSONPosition, expected: String, found: String) {
    self.position = position
    self.expected = expected
    self.found = found
  }

  /// The error as a sentence.
  public var description: String {
    "Line \(position.line), column \(position.column): expected \(expected), found \(found)."
  }
}
