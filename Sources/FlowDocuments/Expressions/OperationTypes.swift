/// The parameters and the results of the operations of Nimbus.
struct OperationType: Sendable {
  /// The use that an operation makes of an argument.
  enum Parameter: Sendable {
    case any, bool, number, text, list, object
    /// A text or a number, which becomes a text.
    case scalar
    /// A value that has parts: a text, a list, or an object.
    case container
    /// Any value, which can be missing.
    case perhaps
    /// A position, which can be missing.
    case place

    /// Whether the operation takes a missing value.
    var takesMissing: Bool { self == .perhaps || self == .place }

    var words: String {
      switch self {
      case .any, .perhaps: "a value"
      case .bool: "a bool"
      case .number: "a number"
      case .text: "a string"
      case .list: "an array"
      case .object: "an object"
      case .scalar: "a string, a number or a bool"
      case .container: "a string, an array or an object"
      case .place: "an integer"
      }
    }

    /// Whether a value of a shape fits. The value isn't missing.
    func takes(_ shape: ValueShape) -> Bool {
      switch (self, shape) {
      case (_, .any), (.any, _), (.perhaps, _), (.bool, .bool), (.list, .list), (.object, .object): true
      case (.number, let shape): shape.isNumber
      case (.place, .integer): true
      case (.text, let shape): shape.isText
      case (.scalar, .list), (.scalar, .object): false
      case (.scalar, _), (.container, .list), (.container, .object), (.container, .text), (.container, .words): true
      default: false
      }
    }
  }

  let parameters: [Parameter]
  /// The number of parameters without which the operation can be called.
  var optional = 0
  /// The parameter for all further arguments; nil if there are none.
  var rest: Parameter?
  let result: @Sendable ([ValueShape]) -> ValueShape

  /// The numbers of arguments with which the operation can be called.
  var counts: String {
    let least = parameters.count - optional
    if rest != nil { return "at least \(least) \(least == 1 ? "argument" : "arguments")" }
    if optional > 0 { return "\(least) or \(parameters.count) arguments" }
    return "\(least) \(least == 1 ? "argument" : "arguments")"
  }

  func accepts(count: Int) -> Bool {
    count >= parameters.count - optional && (rest != nil || count <= parameters.count)
  }

  func parameter(_ index: Int) -> Parameter { index < parameters.count ? parameters[index] : rest ?? .any }

  /// The operations by name.
  static let all: [String: OperationType] = {
    let bool: @Sendable ([ValueShape]) -> ValueShape = { _ in .bool }
    let text: @Sendable ([ValueShape]) -> ValueShape = { _ in .text }
    // A sum that doesn't fit into an integer becomes a number. Only a document that computes with huge numbers sees it.
    let sum: @Sendable ([ValueShape]) -> ValueShape = { arguments in
      arguments.allSatisfy { $0 == .integer } ? .integer : .number
    }
    let elements: @Sendable ([ValueShape]) -> ValueShape = { arguments in
      if case .list = arguments[0] { arguments[0] } else { .list(.any) }
    }
    var all: [String: OperationType] = [
      "eq": OperationType(parameters: [.perhaps, .perhaps], result: bool),
      "and": OperationType(parameters: [.bool], rest: .bool, result: bool),
      "or": OperationType(parameters: [.bool], rest: .bool, result: bool),
      "not": OperationType(parameters: [.bool], result: bool),
      "condition": OperationType(parameters: [.bool, .perhaps, .perhaps]) { $0[1].union($0[2]) },
      "isNull": OperationType(parameters: [.perhaps], result: bool),
      "isEmpty": OperationType(parameters: [.perhaps], result: bool),
      "divide": OperationType(parameters: [.number], rest: .number) { _ in .number },
      "contains": OperationType(parameters: [.container, .any], result: bool),
      "length": OperationType(parameters: [.container]) { _ in .integer },
      "insert": OperationType(parameters: [.list, .perhaps, .place], optional: 1) { arguments in
        if case .list(let element) = arguments[0] { .list(element.union(arguments[1])) } else { .list(.any) }
      },
      "remove": OperationType(parameters: [.list, .perhaps], result: elements),
      "removeIndex": OperationType(parameters: [.list, .place], optional: 1, result: elements),
      "array": OperationType(parameters: [], rest: .perhaps) { .list($0.joined) },
      "object": OperationType(parameters: [], rest: .perhaps) { _ in .object([:], isOpen: true) },
      "entries": OperationType(parameters: [.object]) { _ in
        .list(.object(["key": .text, "value": .any], isOpen: false))
      },
      "concat": OperationType(parameters: [.perhaps], rest: .perhaps) { arguments in
        switch arguments[0] {
        case .list: .list(.any)
        case .object: .object([:], isOpen: true)
        case .any, .optional(.any), .optional(.list), .optional(.object): .any
        default: .text
        }
      },
      "substr": OperationType(parameters: [.scalar, .number, .place], optional: 1, result: text),
      "match": OperationType(parameters: [.scalar, .text], result: bool),
      "replace": OperationType(parameters: [.scalar, .text, .scalar], result: text),
    ]
    for name in ["sum", "subtract", "multiply"] {
      all[name] = OperationType(parameters: [.number], rest: .number, result: sum)
    }
    for name in ["gt", "gte", "lt", "lte"] { all[name] = OperationType(parameters: [.number, .number], result: bool) }
    for name in ["capitalize", "uppercase", "lowercase"] {
      all[name] = OperationType(parameters: [.scalar], result: text)
    }
    return all
  }()
}
