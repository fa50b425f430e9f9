import FlowJSON

extension ValueDecoder {
  /// Returns a decoder as a `ValueDecoder`.
  ///
  /// - Parameters:
  ///   - decoder: The decoder.
  ///   - thing: The decoded item with its article, as the beginning of a sentence.
  ///   - path: The coding path for the error. The default is that of the decoder.
  /// - Returns: The decoder.
  /// - Throws: `DecodingError` if the decoder has another type.
  static func of(
    _ decoder: any Decoder, for thing: String, at path: [any CodingKey]? = nil
  ) throws -> ValueDecoder {
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        at: path ?? decoder.codingPath, "\(thing) is only available through the Nimbus decoder.")
    }
    return decoder
  }

  /// Returns the event at this position. Returns `nil` if there is none.
  func event(_ type: any Any.Type) throws -> ServerDrivenEvent? {
    switch value {
    case .event(let event): return event
    case nil, .json(.null): return nil
    case .json(.array(let elements)) where elements.isEmpty: return nil
    case .array(let elements) where elements.isEmpty: return nil
    case let value?:
      if surroundings.hasArguments { return nil }
      throw DecodingError.mismatch(type, found: value, at: codingPath)
    }
  }
}
