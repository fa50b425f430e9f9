public import FlowJSON

extension NimbusValue {
  /// Creates a list. It's plain JSON if it contains no event.
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

  /// Creates an object. It's plain JSON if it contains no event.
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

  /// Returns a member of this object. Returns `nil` if the value isn't an object or has no such member.
  public subscript(key: String) -> NimbusValue? {
    switch self {
    case .json(let value): value[key].map(NimbusValue.json)
    case .object(let members): members[key]
    case .event, .array: nil
    }
  }

  /// The size of the value, counted as in ``NimbusLimits/screenSize``.
  var size: Int {
    switch self {
    case .json(let value): value.measured.size
    case .event: 20
    case .array(let elements): elements.reduce(1) { $0 + JSONValue.partSize + $1.size }
    case .object(let members): members.reduce(1) { $0 + JSONValue.partSize + $1.key.utf8.count + $1.value.size }
    }
  }

  /// Replaces a member of this object.
  mutating func replace(_ key: String, with value: NimbusValue) {
    // The members have a single owner during the change. Otherwise, they would be copied.
    if case .json(.object(var members)) = self {
      self = .json(.null)
      if case .json(let value) = value {
        members[key] = value
        self = .json(.object(members))
      } else {
        self = NimbusValue(members.map { ($0.name, $0.name == key ? value : .json($0.value)) })
      }
    } else if case .object(var members) = self {
      self = .json(.null)
      members[key] = value
      self = .object(members)
    }
  }

  /// The value as JSON. It's `nil` if the value contains an event.
  public var plain: JSONValue? {
    guard case .json(let value) = self else { return nil }
    return value
  }

  /// Returns whether both values have the same JSON and the same event objects.
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

  /// A description of the value for error messages: its kind and, if it's short, the value itself.
  var foundText: String {
    switch self {
    case .json(let value): value.foundText
    case .event: "an event"
    case .array: "an array that contains an event"
    case .object: "an object that contains an event"
    }
  }
}
