public import Foundation

extension JSONValue {
  /// Reads JSON (RFC 8259, UTF-8).
  ///
  /// Of members with equal names the last one wins. A byte order mark at the beginning is passed over.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - maximumDepth: How deep arrays and objects may be nested. More than 1,024 counts as 1,024: values are
  ///     released level by level, and a small stack has to stand it.
  /// - Throws: ``JSONSyntaxError``, with line and column.
  public init(parsing data: Data, maximumDepth: Int = 512) throws(JSONSyntaxError) {
    self = try data.withUnsafeBytes { raw in
      Result { () throws(JSONSyntaxError) in
        try JSONValue.read(raw.bindMemory(to: UInt8.self), maximumDepth: maximumDepth)
      }
    }.get()
  }

  /// Reads JSON (RFC 8259).
  ///
  /// Of members with equal names the last one wins.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximumDepth: How deep arrays and objects may be nested, 1,024 at most.
  /// - Throws: ``JSONSyntaxError``, with line and column.
  public init(parsing text: String, maximumDepth: Int = 512) throws(JSONSyntaxError) {
    var text = text
    self = try text.withUTF8 { buffer in
      Result { () throws(JSONSyntaxError) in try JSONValue.read(buffer, maximumDepth: maximumDepth) }
    }.get()
  }

  /// Reads JSON (RFC 8259, UTF-8).
  ///
  /// Of members with equal names the last one wins. A byte order mark at the beginning is passed over.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - maximumDepth: How deep arrays and objects may be nested, 1,024 at most.
  /// - Throws: ``JSONSyntaxError``, with line and column.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 512) throws(JSONSyntaxError) {
    self = try bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try JSONValue.read(buffer, maximumDepth: maximumDepth) }
    }.get()
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes, maximumDepth: min(maximumDepth, deepestNesting))
    return try reader.document()
  }

  /// Half of what half a megabyte of stack stands when a value is released, which the runtime does level by level.
  private static let deepestNesting = 1_024
}
