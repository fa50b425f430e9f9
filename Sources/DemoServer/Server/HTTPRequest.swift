/// A complete request.
package struct HTTPRequest: Equatable, Sendable {
  /// The method as sent. Methods are case-sensitive.
  package let method: String
  /// The path of the target, without the query.
  package let path: String
  /// The bytes after the head.
  package var body: [UInt8] = []
}
