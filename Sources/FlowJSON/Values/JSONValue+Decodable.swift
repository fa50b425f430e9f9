/// A decoder of a value that is JSON already, so that nothing is converted on the way.
package protocol JSONDecoding: Decoder {
  /// Returns the value. Throws if there is none, or if it isn't JSON.
  func json() throws -> JSONValue
}

extension JSONValue: Decodable {
  /// Creates a value by reading any JSON from a decoder.
  ///
  /// Booleans and numbers stay distinct. The decoder decides which numbers are integers: Foundation's `JSONDecoder`
  /// reads `1.0` as an integer, ``init(parsing:maximumDepth:)-(String,_)`` doesn't.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: Any error that the decoder throws.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any JSONDecoding {
      self = try decoder.json()
      return
    }
    var open: [Container] = []
    var next: (any Decoder)? = decoder
    while true {
      if let decoder = next {
        if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
          open.append(.object(keyed, keyed.allKeys[...], JSONObject()))
        } else if let list = try? decoder.unkeyedContainer() {
          open.append(.array(list, []))
        } else {
          let value = try Self.leaf(from: decoder)
          guard !open.isEmpty else {
            self = value
            return
          }
          open[open.count - 1].take(value)
        }
      }
      next = try open[open.count - 1].next()
      while next == nil {
        let value = open.removeLast().value
        guard !open.isEmpty else {
          self = value
          return
        }
        open[open.count - 1].take(value)
        next = try open[open.count - 1].next()
      }
    }
  }

  private static func leaf(from decoder: any Decoder) throws -> JSONValue {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() { return .null }
    if let bool = try? single.decode(Bool.self) { return .bool(bool) }
    if let integer = try? single.decode(Int64.self) { return .integer(integer) }
    if let number = try? single.decode(Double.self) { return .number(number) }
    return .string(try single.decode(String.self))
  }

  /// A partly read array or object. It returns its parts as decoders, so nested values don't use the thread's stack.
  private enum Container {
    case array(any UnkeyedDecodingContainer, [JSONValue])
    case object(KeyedDecodingContainer<AnyKey>, ArraySlice<AnyKey>, JSONObject)

    /// Returns the decoder of the next part, or `nil` at the end.
    mutating func next() throws -> (any Decoder)? {
      switch self {
      case .array(var list, let elements):
        guard !list.isAtEnd else { return nil }
        let decoder = try list.superDecoder()
        self = .array(list, elements)
        return decoder
      case .object(let keyed, let keys, _):
        guard let key = keys.first else { return nil }
        return try keyed.superDecoder(forKey: key)
      }
    }

    mutating func take(_ value: JSONValue) {
      switch self {
      case .array(let list, var elements):
        self = .array(list, [])
        elements.append(value)
        self = .array(list, elements)
      case .object(let keyed, var keys, var members):
        self = .object(keyed, [], JSONObject())
        if let key = keys.popFirst() { members[key.stringValue] = value }
        self = .object(keyed, keys, members)
      }
    }

    var value: JSONValue {
      switch self {
      case .array(_, let elements): .array(elements)
      case .object(_, _, let members): .object(members)
      }
    }
  }
}
