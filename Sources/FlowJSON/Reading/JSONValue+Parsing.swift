public import Foundation

extension JSONValue {
  /// Reads JSON (RFC 8259, UTF-8).
  ///
  /// Of members with equal names the last one wins.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - maximumDepth: How deep arrays and objects may be nested.
  /// - Throws: ``JSONSyntaxError``, with line and column.
  public init(parsing data: Data, maximumDepth: Int = 512) throws(JSONSyntaxError) {
    try self.init(parsing: [UInt8](data), maximumDepth: maximumDepth)
  }

  /// Reads JSON (RFC 8259).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximumDepth: How deep arrays and objects may be nested.
  /// - Throws: ``JSONSyntaxError``, with line and column.
  public init(parsing text: String, maximumDepth: Int = 512) throws(JSONSyntaxError) {
    try self.init(parsing: [UInt8](text.utf8), maximumDepth: maximumDepth)
  }

  /// Reads JSON (RFC 8259, UTF-8).
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - maximumDepth: How deep arrays and objects may be nested.
  /// - Throws: ``JSONSyntaxError``, with line and column.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 512) throws(JSONSyntaxError) {
    // A stand-in until the reader is there.
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      throw JSONSyntaxError(
        at: JSONPosition(line: 1, column: 1, offset: 0), expected: "a JSON text", found: "something else")
    }
  }
}
