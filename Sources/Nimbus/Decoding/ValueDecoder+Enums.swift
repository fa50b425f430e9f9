import FlowJSON

// An enumeration of strings decodes itself: it decodes a string and looks for the case with that raw value. If there is
// none, the decoder tries again with other spellings of the text. This keeps the common path fast.

extension ValueDecoder {
  /// Returns the decoded value. Throws if it's an enumeration that was decoded from text made of another value, or from an integer
  /// that was clamped.
  func refusingEnum<T>(_ result: T) throws -> T {
    // The first cast is many times faster than the last, and false for most types.
    guard T.self is any RawRepresentable.Type, Mirror(reflecting: result).displayStyle == .enum, let value else {
      return result
    }
    if hasClamped { throw DecodingError.unfit(T.self, found: value, at: codingPath) }
    guard T.self is any RawRepresentable<String>.Type else { return result }
    throw DecodingError.mismatch(T.self, found: value, at: codingPath)
  }

  /// Decodes an enumeration from other spellings of the text. Throws an error if none of them is a case.
  func anotherSpelling<T: Decodable>(of type: T.Type, after error: DecodingError) throws -> T {
    guard let value, let raw = type as? any RawRepresentable.Type, error.context.codingPath.count == codingPath.count
    else {
      throw error
    }
    if case .typeMismatch = error { throw DecodingError.mismatch(type, found: value, at: codingPath) }
    guard case .dataCorrupted = error else { throw error }
    guard let texts = raw as? any RawRepresentable<String>.Type else {
      throw DecodingError.unfit(type, found: value, at: codingPath)
    }
    guard case .json(.string(let text)) = value else {
      throw DecodingError.mismatch(type, found: value, at: codingPath)
    }
    let known = Self.rawValues(of: type)
    let spellings = known.map { Self.matches(of: text, in: $0) } ?? Self.spellings(of: text, in: texts)
    for spelling in spellings {
      let decoder = try ValueDecoder(.json(.string(spelling)), requested: type, key: nil, below: self, surroundings)
      do {
        return try T(from: decoder)
      } catch DecodingError.dataCorrupted {
        continue
      }
    }
    throw DecodingError.unfit(type, found: value, among: known, at: codingPath)
  }

  /// Returns the raw values in the order of declaration, or `nil` if the enumeration isn't `CaseIterable`.
  private static func rawValues(of type: any Any.Type) -> [String]? {
    func texts<E: CaseIterable>(of type: E.Type) -> [String]? {
      let texts = E.allCases.compactMap { ($0 as? any RawRepresentable<String>)?.rawValue }
      return texts.isEmpty ? nil : texts
    }
    guard let type = type as? any CaseIterable.Type else { return nil }
    return texts(of: type)
  }

  private static func matches(of text: String, in rawValues: [String]) -> [String] {
    let lowered = text.lowercased()
    return rawValues.first { $0.lowercased() == lowered }.map { [$0] } ?? []
  }

  /// Returns the spellings of a text that are raw values of an enumeration that doesn't list them.
  private static func spellings<E: RawRepresentable<String>>(of text: String, in type: E.Type) -> [String] {
    SpellingList(text).spellings.filter { E(rawValue: $0) != nil }
  }
}
