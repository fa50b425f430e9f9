import FlowJSON
import Nimbus

/// The known facts about a JSON value before it exists.
indirect enum ValueShape: Sendable, Hashable {
  /// Nothing is known.
  case any
  case null
  case bool
  case integer
  case number
  case text
  /// One of a few texts.
  case words(Set<String>)
  case list(ValueShape)
  /// An object. If it is open, it can have other members, too.
  case object([String: ValueShape], isOpen: Bool)
  /// A value that can be missing.
  case optional(ValueShape)

  /// The largest number of words that are worth knowing.
  static let fewWords = 64

  /// The shape of a text that is one of some words.
  static func oneOf(_ words: some Collection<String>) -> ValueShape {
    words.count <= fewWords ? .words(Set(words)) : .text
  }

  /// Whether the value can be missing.
  var canBeMissing: Bool {
    switch self {
    case .null, .optional: true
    default: false
    }
  }

  /// The shape of the value if it isn't missing.
  var present: ValueShape { if case .optional(let shape) = self { shape.present } else { self } }

  /// The shape of a value that can also be missing.
  var orMissing: ValueShape {
    switch self {
    case .any, .null, .optional: self
    default: .optional(self)
    }
  }

  var isText: Bool {
    switch self {
    case .any, .text, .words: true
    default: false
    }
  }

  var isNumber: Bool {
    switch self {
    case .any, .integer, .number: true
    default: false
    }
  }

  /// The shape of a value that has one of two shapes.
  func union(_ other: ValueShape) -> ValueShape {
    if self == other { return self }
    switch (self, other) {
    case (.any, _), (_, .any): return .any
    case (.null, let shape), (let shape, .null): return shape.orMissing
    case (.optional(let shape), let other), (let other, .optional(let shape)):
      return shape.union(other.present).orMissing
    case (.integer, .number), (.number, .integer): return .number
    case (.words(let own), .words(let words)): return .oneOf(own.union(words))
    case (.text, .words), (.words, .text): return .text
    case (.list(let own), .list(let element)): return .list(own.union(element))
    case (.object, .object): return .object([:], isOpen: true)
    default: return .any
    }
  }

  /// Whether values of two shapes can be equal.
  func canEqual(_ other: ValueShape) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any): true
    case (.optional, .null), (.null, .optional), (.optional, .optional): true
    case (.optional(let shape), let other), (let other, .optional(let shape)): shape.canEqual(other)
    case (.integer, .number), (.number, .integer), (.text, .words), (.words, .text): true
    // Numbers in texts count as numbers.
    case (.text, .integer), (.integer, .text), (.text, .number), (.number, .text): true
    case (.words(let words), .integer), (.words(let words), .number), (.integer, .words(let words)),
      (.number, .words(let words)):
      words.contains { JSONValue.string($0).numeric != nil }
    case (.words(let own), .words(let words)): !own.isDisjoint(with: words)
    case (.list, .list), (.object, .object): true
    default: self == other
    }
  }

  /// The shape in words, with its article.
  var words: String {
    switch self {
    case .any: "a value"
    case .null: "null"
    case .bool: "a bool"
    case .integer: "an integer"
    case .number: "a number"
    case .text: "a string"
    case .words(let words):
      words.count == 1
        ? "the string \(DocumentText.list(words))" : "one of the strings \(DocumentText.list(words.sorted()))"
    case .list: "an array"
    case .object: "an object"
    case .optional(let shape): "\(shape.words) that can be missing"
    }
  }

  /// The shape of a value that is known.
  init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .bool
    case .integer: self = .integer
    case .number: self = .number
    case .string(let text): self = .words([text])
    case .array(let elements): self = .list(elements.map { ValueShape(of: $0) }.joined)
    case .object(let members):
      self = .object(
        Dictionary(members.map { ($0.name, ValueShape(of: $0.value)) }, uniquingKeysWith: { $1 }), isOpen: false)
    }
  }
}

extension Array where Element == ValueShape {
  /// The shape of a value that has one of the shapes.
  var joined: ValueShape { dropFirst().reduce(first ?? .any) { $0.union($1) } }
}
