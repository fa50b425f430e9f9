import FlowJSON

// A dictionary whose keys are an enumeration decodes itself from a list of alternating keys and values. The decoder
// therefore reads an object as such a list.

extension ValueDecoder {
  /// The names and values of an object, alternating. It's `nil` if the value isn't an object.
  var pairs: Elements? {
    switch value {
    case .json(.object(let members)): .pairs(members.map { ($0.name, .json($0.value)) })
    case .object(let members): .pairs(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    default: nil
    }
  }

  /// Records a key of a dictionary. Throws if another name of the object produced the same key.
  func note(_ key: Any, for name: String) throws {
    guard let key = key as? AnyHashable else { return }
    if let other = names.updateValue(name, forKey: key) {
      throw DecodingError.dataCorrupted(
        at: codingPath, "Expected names of different keys, found \"\(other.brief)\" and \"\(name.brief)\".")
    }
  }

  /// Decodes a dictionary whose keys are a `CodingKeyRepresentable` enumeration. Such a dictionary accepts only exact
  /// names.
  ///
  /// - Returns: The dictionary. `nil` if the type isn't such a dictionary, or the value isn't an object.
  func dictionary<T>(of type: T.Type) throws -> T? {
    guard let type = type as? any SpelledDictionary.Type, let pairs else { return nil }
    names = [:]
    return try type.init(spelledIn: ElementsContainer(self, pairs)) as? T
  }
}

/// A dictionary whose keys are based on strings, such as an enumeration.
private protocol SpelledDictionary {
  init(spelledIn members: ElementsContainer) throws
}

extension Dictionary: SpelledDictionary
where Key: Decodable & RawRepresentable<String> & CodingKeyRepresentable, Value: Decodable {
  fileprivate init(spelledIn members: ElementsContainer) throws {
    var members = members
    self = [:]
    while !members.isAtEnd {
      let key = try members.decode(Key.self)
      self[key] = try members.decode(Value.self)
    }
  }
}
