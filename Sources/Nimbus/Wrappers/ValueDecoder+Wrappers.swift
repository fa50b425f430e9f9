import FlowJSON

extension ValueDecoder {
  /// The decoder as one of ours.
  ///
  /// - Parameters:
  ///   - decoder: Whatever decodes.
  ///   - thing: What is to be decoded, with its article, as the beginning of a sentence.
  ///   - path: Where, if not where the decoder is.
  /// - Returns: The decoder.
  /// - Throws: `DecodingError` if it is another one.
  static func of(
    _ decoder: any Decoder, for thing: String, at path: [any CodingKey]? = nil
  ) throws -> ValueDecoder {
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        at: path ?? decoder.codingPath, "\(thing) is only available through the Nimbus decoder.")
    }
    return decoder
  }

  /// The event that stands here; nil if there is none.
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
