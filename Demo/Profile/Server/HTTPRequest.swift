/// A request that was read whole.
struct HTTPRequest: Equatable, Sendable {
  /// The method, as sent: methods tell upper from lower case.
  let method: String
  /// The path of the target, without its query.
  let path: String
  /// The bytes after the head.
  var body: [UInt8] = []
}
