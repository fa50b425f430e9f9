extension JSONValue: Codable {
  /// Reads any JSON through a decoder of the platform. Which numbers are integers is the decoder's word.
  public init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
      self = .object(
        JSONObject(try keyed.allKeys.map { ($0.stringValue, try keyed.decode(JSONValue.self, forKey: $0)) }))
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
      self = .array(elements)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let bool = try? single.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? single.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  /// Writes the value through an encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var keyed = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in members { try keyed.encode(value, forKey: AnyKey(stringValue: name)) }
    case .array(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(element) }
    default:
      var single = encoder.singleValueContainer()
      switch self {
      case .bool(let bool): try single.encode(bool)
      case .integer(let integer): try single.encode(integer)
      case .number(let number): try single.encode(number)
      case .string(let text): try single.encode(text)
      default: try single.encodeNil()
      }
    }
  }
}

/// A key of any name.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    self.init(stringValue: String(intValue))
  }
}
