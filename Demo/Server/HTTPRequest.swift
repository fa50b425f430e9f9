/// A complete request.
struct HTTPRequest: Equatable, Sendable {
  /// The method as sent. Methods are case-sensitive.
  let method: String
  /// The path of the target, without the query.
  let path: String
  /// The bytes after the head.
  var body: [UInt8] = []
}
