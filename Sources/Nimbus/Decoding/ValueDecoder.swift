import FlowJSON

/// Decodes a single value. Each decoder refers to its parent, so the coding path is built only when it's needed.
final class ValueDecoder: JSONDecoding {
  /// The value. It's `nil` if there is none, for example in the super decoder of an absent key.
  let value: NimbusValue?
  /// The type to decode, for error messages. It's `nil` inside a container that doesn't name a type.
  let requested: (any Any.Type)?
  let surroundings: DecodingSurroundings
  let depth: Int
  /// The maximum nesting of decoded types.
  static let maximumDepth = 128
  /// The keys of a dictionary so far, with the names from which they were decoded.
  var names: [AnyHashable: String] = [:]
  private let key: (any CodingKey)?
  private let parent: ValueDecoder?
  /// Whether a string was decoded from a value that isn't text. An enumeration must not be decoded from such a string.
  var hasMadeText = false
  /// Whether an integer was clamped to the range of its type. An enumeration must not be decoded from such an integer.
  var hasClamped = false

  init(
    _ value: NimbusValue?, requested: (any Any.Type)?, key: (any CodingKey)?, below parent: ValueDecoder?,
    _ surroundings: DecodingSurroundings
  ) throws {
    self.value = value
    self.requested = requested
    self.key = key
    self.parent = parent
    self.surroundings = surroundings
    depth = (parent?.depth ?? -1) + 1
    guard depth <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        at: codingPath, "The types are nested deeper than \(Self.maximumDepth) levels.")
    }
  }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var decoder: ValueDecoder? = self
    while let current = decoder {
      if let key = current.key { path.append(key) }
      decoder = current.parent
    }
    return path.reversed()
  }

  var userInfo: [CodingUserInfoKey: Any] { surroundings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try checkMembers()
    return KeyedDecodingContainer(MembersContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ElementsContainer(self, try elements())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Throws unless the value has members or is absent.
  private func checkMembers() throws {
    switch value {
    case .json(.object), .object, nil: return
    case let value?: throw DecodingError.mismatch(requested ?? [String: Any].self, found: value, at: codingPath)
    }
  }

  private func elements() throws -> Elements {
    switch value {
    case .json(.array(let elements)): return .json(elements)
    case .array(let elements): return .mixed(elements)
    case .json(.object), .object:
      // A dictionary whose keys are neither strings nor integers reads a list of keys and values.
      if requested is any AnyDictionary.Type, let pairs { return pairs }
      fallthrough
    case .some:
      throw DecodingError.mismatch(requested ?? [Any].self, found: value ?? .json(.null), at: codingPath)
    case nil: throw DecodingError.missing(requested ?? [Any].self, at: codingPath)
    }
  }
}

/// A dictionary of any type.
protocol AnyDictionary {}

extension Dictionary: AnyDictionary {}
