public import FlowJSON

extension NimbusValue {
  /// A list, plain JSON if no event is in it.
  init(_ elements: [NimbusValue]) {
    var plain: [JSONValue] = []
    for element in elements {
      guard case .json(let value) = element else {
        self = .array(elements)
        return
      }
      plain.append(value)
    }
    self = .json(.array(plain))
  }

  /// A map, plain JSON if no event is in it.
  init(_ members: [(String, NimbusValue)]) {
    var plain = JSONObject()
    for (key, member) in members {
      guard case .json(let value) = member else {
        self = .object(Dictionary(members) { $1 })
        return
      }
      plain[key] = value
    }
    self = .json(.object(plain))
  }

  /// The member of a map; nil if this is none or has no such member.
  public subscript(key: String) -> NimbusValue? {
    switch self {
    case .json(let value): value[key].map(NimbusValue.json)
    case .object(let members): members[key]
    case .event, .array: nil
    }
  }

  /// The JSON, if no event is in it.
  public var plain: JSONValue? {
    guard case .json(let value) = self else { return nil }
    return value
  }

  /// Whether both hold the same JSON and the very same events.
  func isSame(as other: NimbusValue) -> Bool {
    switch (self, other) {
    case (.json(let left), .json(let right)): left == right
    case (.event(let left), .event(let right)): left === right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in right[key].map { value.isSame(as: $0) } ?? false }
    default: false
    }
  }

  /// The value as an error message names it: its kind, and the value itself where it is short.
  var foundText: String {
    switch self {
    case .json(let value): value.foundText
    case .event: "an event"
    case .array: "an array with an event in it"
    case .object: "an object with an event in it"
    }
  }
}
