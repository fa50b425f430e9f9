/// A value that is not what was expected, with the place where it stands.
///
/// ```swift
/// do {
///   let title = try JSONElement(document)["steps"][0]["title"].string()
/// } catch {
///   print(error)  // At $.steps[0].title: expected a string, found the integer 5.
/// }
/// ```
///
/// ``JSONPosition/init(closestTo:in:)-(_,String)`` tells the line and the column of the place.
public struct JSONTypeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where the value stands.
  public let location: JSONLocation
  /// What was expected, such as "a string".
  public let expected: String
  /// What was found, such as "the integer 5" or "nothing".
  public let found: String

  /// Makes an error.
  public init(at location: JSONLocation, expected: String, found: String) {
    self.location = location
    self.expected = expected
    self.found = found
  }

  /// The error as a sentence.
  public var description: String { "At \(location): expected \(expected), found \(found)." }
}
