/// An error that reports a value in a document that isn't of the expected type.
///
/// ```swift
/// do {
///   let title = try JSONElement(document)["steps"][0]["title"].string()
/// } catch {
///   print(error)  // At $.steps[0].title: expected a string, found the integer 5.
/// }
/// ```
///
/// ``JSONPosition/init(closestTo:in:)-(_,String)`` finds the line and column of the location.
public struct JSONTypeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The location of the value.
  public let location: JSONLocation
  /// The expected value, such as "a string".
  public let expected: String
  /// The value that was found, such as "the integer 5" or "nothing".
  public let found: String

  /// Creates an error.
  public init(at location: JSONLocation, expected: String, found: String) {
    self.location = location
    self.expected = expected
    self.found = found
  }

  /// The error as a sentence.
  public var description: String { "At \(location): expected \(expected), found \(found)." }
}
