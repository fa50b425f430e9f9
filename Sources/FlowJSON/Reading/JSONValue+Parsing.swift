public import Foundation

extension JSONValue {
  /// Creates a value by reading JSON text (RFC 8259, UTF-8).
  ///
  /// If a name repeats in an object, the last value wins. A leading byte order mark is ignored.
  ///
  /// - Parameters:
  ///   - data: The JSON text.
  ///   - maximumDepth: The maximum nesting of arrays and objects. Larger values than 1,024 count as 1,024: Swift
  ///     releases nested values recursively, and they must not overflow a small stack.
  /// - Throws: ``JSONSyntaxError`` with the line and column.
  public init(parsing data: Data, maximumDepth: Int = 512) throws(JSONSyntaxError) {
    self = try data.withUnsafeBytes { raw in
      Result { () throws(JSONSyntaxError) in
        try JSONValue.read(raw.bindMemory(to: UInt8.self), maximumDepth: maximumDepth)
      }
    }.get()
  }

  /// Creates a value by reading JSON text (RFC 8259).
  ///
  /// If a name repeats in an object, the last value wins.
  ///
  /// - Parameters:
  ///   - text: The JSON text.
  ///   - maximumDepth: The maximum nesting of arrays and objects, up to 1,024.
  /// - Throws: ``JSONSyntaxError`` with the line and column.
  public init(parsing text: String, maximumDepth: Int = 512) throws(JSONSyntaxError) {
    var text = text
    self = try text.withUTF8 { buffer in
      Result { () throws(JSONSyntaxError) in try JSONValue.read(buffer, maximumDepth: maximumDepth) }
    }.get()
  }

  /// Creates a value by reading JSON text (RFC 8259, UTF-8).
  ///
  /// If a name repeats in an object, the last value wins. A leading byte order mark is ignored.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text.
  ///   - maximumDepth: The maximum nesting of arrays and objects, up to 1,024.
  /// - Throws: ``JSONSyntaxError`` with the line and column.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 512) throws(JSONSyntaxError) {
    self = try bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try JSONValue.read(buffer, maximumDepth: maximumDepth) }
    }.get()
  }

  /// Creates a value by reading JSON text from a store.
  ///
  /// The text can have more than 128 consecutive combining marks. A value that a store has accepted must be readable,
  /// and the store has limited the time to compare it.
  ///
  /// - Parameter bytes: The JSON text.
  /// - Throws: ``JSONSyntaxError`` with the line and column.
  package init(stored bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    self = try JSONValue.read(bytes.bindMemory(to: UInt8.self), maximumDepth: 512, marksInARow: .max)
  }

  /// Creates a value by reading JSON text from a store, like ``init(stored:)-(UnsafeRawBufferPointer)``.
  package init(stored bytes: some ContiguousBytes) throws(JSONSyntaxError) {
    self = try bytes.withUnsafeBytes { raw in
      Result { () throws(JSONSyntaxError) in try JSONValue(stored: raw) }
    }.get()
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, marksInARow: Int = String.marksInARow
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes, maximumDepth: min(maximumDepth, deepestNesting), marksInARow: marksInARow)
    return try reader.document()
  }

  /// The maximum depth. A stack of half a megabyte is enough to release values of twice this depth.
  private static let deepestNesting = 1_024
}
