import FlowJSON

// An enumeration of strings decodes itself: it decodes a string and searches for the case with that raw value. If there
// is no such case, the decoder tries again with other spellings of the text. The common path remains fast.

extension ValueDecoder {
  /// Returns the decoded value. Throws if it's an enumeration that was decoded from the text of another value, or from
  /// a clamped integer.
  func refusingEnum<T>(_ result: T) throws -> T {
    // The first check is many times faster than the last, and false for most types.
    guard T.self is any RawRepresentable.Type, Mirror(reflecting: result).displayStyle == .enum, let value else {
      return result
    }
    if hasClamped { throw DecodingError.unfit(T.self, found: value, at: codingPath) }
    guard T.self is any RawRepresentable<String>.Type else { return result }
    throw DecodingError.mismatch(T.self, found: value, at: codingPath)
  }

  /// Decodes an enumeration from other spellings of the text. Throws an error if no spelling is a case.
  func anotherSpelling<T: Decodable>(of type: T.Type, after error: DecodingError) throws -> T {
    let depth = error.context.codingPath.count - codingPath.count
    // An error about the key of a dictionary has the path of the member.
    if case .dataCorrupted = error, depth == 1, let dictionary = try dictionary(of: type) { return dictionary }
    guard let value, let raw = type as? any RawRepresentable.Type, depth == 0 else { throw error }
    if case .typeMismatch = error { throw DecodingError.mismatch(type, found: value, at: codingPath) }
    guard case .dataCorrupted = error else { throw error }
    guard let texts = raw as? any RawRepresentable<String>.Type else {
      throw DecodingError.unfit(type, found: value, at: codingPath)
    }
    guard case .json(.string(let text)) = value else {
      throw DecodingError.mismatch(type, found: value, at: codingPath)
    }
    let known = Self.rawValues(of: type)
    let decoded: T?
    if let known {
      decoded = try Self.match(of: text, in: known).flatMap { try decode(type, spelled: $0) }
    } else {
      decoded = try guess(type, from: text) { Self.isCase($0, of: texts) }
    }
    guard let decoded else { throw DecodingError.unfit(type, found: value, among: known, at: codingPath) }
    return decoded
  }

  /// Decodes an enumeration that doesn't list its cases. Uses the first spelling of a text that is a case.
  private func guess<T: Decodable>(_ type: T.Type, from text: String, isCase: (String) -> Bool) throws -> T? {
    let cache = SpellingCache.shared
    if let result = cache.result(for: text, of: type) {
      guard let spelling = result.spelling else { return nil }
      return try decode(type, spelled: spelling)
    }
    for spelling in SpellingList(text) where isCase(spelling) {
      guard let decoded = try decode(type, spelled: spelling) else { continue }
      cache.remember(spelling, for: text, of: type)
      return decoded
    }
    cache.remember(nil, for: text, of: type)
    return nil
  }

  private func decode<T: Decodable>(_ type: T.Type, spelled spelling: String) throws -> T? {
    let decoder = try ValueDecoder(.json(.string(spelling)), requested: type, key: nil, below: self, surroundings)
    do {
      return try T(from: decoder)
    } catch DecodingError.dataCorrupted {
      return nil
    }
  }

  /// Returns the raw values in the order of declaration. Returns `nil` if the enumeration isn't `CaseIterable`.
  private static func rawValues(of type: any Any.Type) -> [String]? {
    func texts<E: CaseIterable>(of type: E.Type) -> [String]? {
      let texts = E.allCases.compactMap { ($0 as? any RawRepresentable<String>)?.rawValue }
      return texts.isEmpty ? nil : texts
    }
    guard let type = type as? any CaseIterable.Type else { return nil }
    return texts(of: type)
  }

  private static func match(of text: String, in rawValues: [String]) -> String? {
    let lowered = text.lowercased()
    return rawValues.first { $0.lowercased() == lowered }
  }

  private static func isCase<E: RawRepresentable<String>>(_ text: String, of type: E.Type) -> Bool {
    E(rawValue: text) != nil
  }
}
