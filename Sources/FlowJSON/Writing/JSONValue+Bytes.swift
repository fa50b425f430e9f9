extension JSONValue {
  /// Returns the value as JSON in UTF-8, like ``text(_:)`` but without creating a string.
  ///
  /// - Parameter style: The style of the text.
  /// - Returns: The bytes.
  package func utf8(_ style: JSONTextStyle) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.write(self)
    return writer.bytes
  }
}
