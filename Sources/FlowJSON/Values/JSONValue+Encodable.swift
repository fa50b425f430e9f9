extension JSONValue: Encodable {
  /// Encodes the value.
  ///
  /// The encoder decides how it writes numbers: Foundation's `JSONEncoder` writes `1.0` as `1` and throws an error for
  /// infinities. ``text(_:)`` writes integers and doubles differently.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: Any error that the encoder throws, or an `EncodingError` if the value is nested deeper than 512 levels.
  ///   An encoder may use stack for each level.
  public func encode(to encoder: any Encoder) throws {
    var open: [Container] = []
    switch self {
    case .array(let elements): open.append(.array(encoder.unkeyedContainer(), elements[...]))
    case .object(let object): open.append(.object(encoder.container(keyedBy: AnyKey.self), object.members[...]))
    default: try Leaf(value: self).encode(to: encoder)
    }
    while var container = open.popLast() {
      guard let inner = try container.writeNext() else { continue }
      open.append(container)
      if let inner { open.append(inner) }
      guard open.count <= 512 else {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "The value is nested deeper than 512 levels."))
      }
    }
  }

  /// A partly written array or object. Keeping it on a list means that nested values don't use the thread's stack.
  private enum Container {
    case array(any UnkeyedEncodingContainer, ArraySlice<JSONValue>)
    case object(KeyedEncodingContainer<AnyKey>, ArraySlice<JSONObject.Member>)

    /// Writes the next part. Returns a container if that part has parts itself, and `nil` at the end.
    mutating func writeNext() throws -> Container?? {
      switch self {
      case .array(var list, var rest):
        guard let element = rest.popFirst() else { return nil }
        defer { self = .array(list, rest) }
        switch element {
        case .array(let elements): return .array(list.nestedUnkeyedContainer(), elements[...])
        case .object(let object): return .object(list.nestedContainer(keyedBy: AnyKey.self), object.members[...])
        default: try list.encode(Leaf(value: element))
        }
      case .object(var keyed, var rest):
        guard let member = rest.popFirst() else { return nil }
        defer { self = .object(keyed, rest) }
        let key = AnyKey(stringValue: member.name)
        switch member.value {
        case .array(let elements): return .array(keyed.nestedUnkeyedContainer(forKey: key), elements[...])
        case .object(let object):
          return .object(keyed.nestedContainer(keyedBy: AnyKey.self, forKey: key), object.members[...])
        default: try keyed.encode(Leaf(value: member.value), forKey: key)
        }
      }
      return .some(nil)
    }
  }

  /// A value that isn't an array or object with elements.
  private struct Leaf: Encodable {
    let value: JSONValue

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      switch value {
      case .bool(let bool): try single.encode(bool)
      case .integer(let integer): try single.encode(integer)
      case .number(let number): try single.encode(number)
      case .string(let text): try single.encode(text)
      case .null, .array, .object: try single.encodeNil()
      }
    }
  }
}
