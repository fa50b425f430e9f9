import FlowJSON

// An enum of strings decodes itself: it asks for a string and looks for the case. So that a spelling in another case finds
// it, a failed enum is asked again with other spellings of the text. This is off the fast path.

extension ValueDecoder {
  /// The value that was made, unless it is an enum that was made of something else than text.
  func refusingEnum<T>(_ result: T) throws -> T {
    guard T.self is any RawRepresentable<String>.Type, Mirror(reflecting: result).displayStyle == .enum, let value
    else {
      return result
    }
    throw DecodingError.mismatch(T.self, found: value, at: codingPath)
  }

  /// What can be made of the text if it is spelt as a case of an enum is; else the error that is to be thrown.
  func anotherSpelling<T: Decodable>(of type: T.Type, after error: DecodingError) throws -> T {
    guard let value, let raw = type as? any RawRepresentable.Type, error.context.codingPath.count == codingPath.count
    else {
      throw error
    }
    if case .typeMismatch = error { throw DecodingError.mismatch(type, found: value, at: codingPath) }
    guard case .dataCorrupted = error else { throw error }
    guard raw is any RawRepresentable<String>.Type else {
      throw DecodingError.unfit(type, found: value, at: codingPath)
    }
    guard case .json(.string(let text)) = value else {
      throw DecodingError.mismatch(type, found: value, at: codingPath)
    }
    let known = Self.rawValues(of: type)
    let spellings = known.map { Self.matches(of: text, in: $0) } ?? Self.spellings(of: text)
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

  /// The raw values in the order of declaration, if the enum tells its cases.
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

  /// The spellings that names of cases usually have.
  private static func spellings(of text: String) -> [String] {
    let lowered = text.lowercased()
    let first = text.prefix(1)
    let rest = text.dropFirst()
    return [
      lowered, text.uppercased(), first.lowercased() + rest, first.uppercased() + rest,
      first.uppercased() + rest.lowercased(),
    ]
  }
}
