import FlowJSON

/// A value of a condition in one case of a run, as JavaScript has it.
enum ConditionValue {
  case undefined
  case null
  case bool(Formula)
  case number(Formula)
  /// A text, with all texts that it can be if they are known.
  case text(Formula, options: [String]?)
  /// A moment as a number of 17 digits, from the year to the millisecond. JavaScript has a text.
  case moment(Formula)
  /// A time as a number: the hour times 100, and the minute. JavaScript has a text.
  case time(Formula)
  /// A list; the elements are numbers or texts.
  case list(Formula, ofNumbers: Bool)
  /// A list with one text.
  case single(Formula)
  case array([ConditionValue])
  case object

  /// Whether the value counts as true.
  var truth: Formula {
    switch self {
    case .undefined, .null: .no
    case .bool(let formula): formula
    case .number(.literal(let value)): .bool(value != 0)
    case .number(let formula): .not(.call("eq", [formula, .literal(0)]))
    case .text(.literal(let value), _): .bool(value != "")
    // A text that was entered isn't empty.
    case .text, .moment, .time, .list, .single, .array, .object: .yes
    }
  }

  private var literalText: String? { if case .text(.literal(.string(let text)), _) = self { text } else { nil } }

  private var isText: Bool {
    switch self {
    case .text, .moment, .time: true
    default: false
    }
  }

  // MARK: Comparisons

  /// Whether two values are the same: `===`.
  func isSame(as other: ConditionValue) throws(ConditionProblem) -> Formula {
    switch (self, other) {
    case (.undefined, .undefined), (.null, .null): .yes
    case (.bool(let left), .bool(let right)):
      right == .yes
        ? left
        : right == .no ? .not(left) : left == .yes ? right : left == .no ? .not(right) : .call("eq", [left, right])
    case (.number(.literal(let left)), .number(.literal(let right))): .bool(left == right)
    case (.number(let left), .number(let right)): .call("eq", [left, right])
    case (.text(let left, let known), .text(let right, let others)): Self.same(left, known, right, others)
    case (.moment(let left), .moment(let right)): .call("eq", [left, right])
    case (.moment(let moment), .text), (.text, .moment(let moment)):
      if let (number, isWhole) = Self.moment(literalText ?? other.literalText), isWhole {
        .call("eq", [moment, number])
      } else if literalText ?? other.literalText != nil {
        .no
      } else {
        throw ConditionProblem("it compares a date with a text that is entered")
      }
    case (.time(let left), .time(let right)): .call("eq", [left, right])
    case (.time(let time), .text), (.text, .time(let time)):
      if let number = Self.time(literalText ?? other.literalText) {
        .call("eq", [time, number])
      } else if literalText ?? other.literalText != nil {
        .no
      } else {
        throw ConditionProblem("it compares a time with a text that is entered")
      }
    default: .no
    }
  }

  private static func same(_ left: Formula, _ known: [String]?, _ right: Formula, _ others: [String]?) -> Formula {
    if case .literal(.string(let text)) = right, let known, !known.contains(text) { return .no }
    if case .literal(.string(let text)) = left, let others, !others.contains(text) { return .no }
    return .same(left, right)
  }

  /// Whether a value is before another one: `<`, or `<=`.
  func isLess(than other: ConditionValue, orSame: Bool) throws(ConditionProblem) -> Formula {
    switch (self, other) {
    case (.moment(let left), .moment(let right)), (.time(let left), .time(let right)):
      return .call(orSame ? "lte" : "lt", [left, right])
    case (.moment(let moment), .text):
      guard let (number, isWhole) = Self.moment(other.literalText) else { throw Self.unordered }
      return .call(orSame && isWhole ? "lte" : "lt", [moment, number])
    case (.text, .moment(let moment)):
      // A date is less than the text of the same date with a time.
      guard let (number, isWhole) = Self.moment(literalText) else { throw Self.unordered }
      return .call(orSame || !isWhole ? "lte" : "lt", [number, moment])
    case (.time(let time), .text):
      if let number = Self.time(other.literalText) { return .call(orSame ? "lte" : "lt", [time, number]) }
      return .bool(try Self.followsDigits(other.literalText))
    case (.text, .time(let time)):
      if let number = Self.time(literalText) { return .call(orSame ? "lte" : "lt", [number, time]) }
      return .not(.bool(try Self.followsDigits(literalText)))
    case (.text(let left, let known), .text(let right, let others)):
      return try Self.ordered(left, known, right, others, orSame)
    case (.object, .text), (.object, .moment), (.object, .time):
      return try Self.objectText.isLess(than: other, orSame: orSame)
    case (.text, .object), (.moment, .object), (.time, .object):
      return try isLess(than: Self.objectText, orSame: orSame)
    default: break
    }
    if (isText || isList) && (other.isText || other.isList) { throw Self.unordered }
    guard let left = try number, let right = try other.number else { return .no }
    let name = orSame ? "lte" : "lt"
    if case .literal(let small) = left.value, case .literal(let large) = right.value {
      let (small, large) = (small.double, large.double)
      return .bool(orSame ? small <= large : small < large)
    }
    return .and([left.guarding, right.guarding, .call(name, [left.value, right.value])])
  }

  /// The text that JavaScript has for every object.
  private static let objectText = ConditionValue.text(.literal("[object Object]"), options: ["[object Object]"])

  private var isList: Bool {
    switch self {
    case .list, .single, .array: true
    default: false
    }
  }

  private static let unordered = ConditionProblem("it orders texts that are entered")

  private static func followsDigits(_ text: String?) throws(ConditionProblem) -> Bool {
    guard let text else { throw unordered }
    guard let first = text.utf16.first else { return false }
    guard !(0x30...0x39).contains(first) else { throw unordered }
    return first > 0x39
  }

  /// Compares texts by their code units, where the texts of one are known.
  private static func ordered(
    _ left: Formula, _ known: [String]?, _ right: Formula, _ others: [String]?, _ orSame: Bool
  ) throws(ConditionProblem) -> Formula {
    func isLess(_ left: String, _ right: String) -> Bool {
      left == right ? orSame : left.utf16.lexicographicallyPrecedes(right.utf16)
    }
    switch (left, right) {
    case (.literal(.string(let left)), .literal(.string(let right))): return .bool(isLess(left, right))
    case (_, .literal(.string(let text))):
      guard let known else { throw unordered }
      return .or(known.filter { isLess($0, text) }.map { .same(left, .literal(.string($0))) })
    case (.literal(.string(let text)), _):
      guard let others else { throw unordered }
      return .or(others.filter { isLess(text, $0) }.map { .same(right, .literal(.string($0))) })
    default: throw unordered
    }
  }

  /// Whether a list or a text contains a value: `in`. Nil if the evaluation fails.
  func isPart(of whole: ConditionValue) throws(ConditionProblem) -> Formula? {
    switch whole {
    case .undefined, .null: return nil
    case .bool, .number, .object: return .no
    case .list(let list, let ofNumbers):
      switch self {
      case .text(let text, _): return ofNumbers ? .no : .call("contains", [list, text])
      case .number(.literal(let number)):
        return ofNumbers ? .call("contains", [list, .literal(.string(number.jsonText))]) : .no
      case .number: throw ConditionProblem("it looks for a number that is entered in a list")
      default: return .no
      }
    case .single(let text): return try isSame(as: .text(text, options: nil))
    case .array(let elements):
      var parts: [Formula] = []
      for element in elements { parts.append(try isSame(as: element)) }
      return .or(parts)
    case .text, .moment, .time:
      guard case .text = self else { return .no }
      // The text is compared with each character.
      if let text = literalText, text.utf16.count != 1 { return .no }
      guard let text = literalText, case .text(let searched, _) = whole else {
        throw ConditionProblem("it looks for a character in a text")
      }
      return .call("contains", [searched, .literal(.string(text))])
    }
  }

  // MARK: Numbers

  /// A number, and the test that it is one.
  struct Number {
    var value: Formula
    var guarding = Formula.yes
  }

  /// The value as a number; nil if it is none.
  var number: Number? {
    get throws(ConditionProblem) {
      switch self {
      case .undefined, .object, .moment, .time: return nil
      case .null: return Number(value: .literal(0))
      case .bool(.literal(let value)): return Number(value: .literal(value == true ? 1 : 0))
      case .bool(let formula): return Number(value: .call("condition", [formula, .literal(1), .literal(0)]))
      case .number(let formula): return Number(value: formula)
      case .text(.literal(.string(let text)), _): return Self.number(text).map { Number(value: .number($0)) }
      case .text(let formula, _): return Number(value: formula.asNumber, guarding: Self.isNumber(formula))
      case .list(let list, let ofNumbers):
        // The text of a list with one element is that of the element.
        let first = Formula.element(of: list)
        let tests: [Formula] = [.call("eq", [.call("length", [list]), .literal(1)]), .not(.call("isNull", [first]))]
        return Number(value: first.asNumber, guarding: .and(tests + (ofNumbers ? [] : [Self.isNumber(first)])))
      case .single, .array: throw ConditionProblem("it takes a list as a number")
      }
    }
  }

  private static func isNumber(_ text: Formula) -> Formula {
    .call("match", [text, .literal("[+-]?[0-9]+([.][0-9]+)?")])
  }

  private static func number(_ text: String) -> Double? {
    let trimmed = String(text.trimmingPrefix(while: \.isWhitespace).reversed()).trimmingPrefix(while: \.isWhitespace)
    let number = String(trimmed.reversed())
    if number.isEmpty { return 0 }
    guard number.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }) else { return nil }
    return (number.hasSuffix(".") ? number + "0" : number).finiteNumber
  }

  /// The number of a date, and whether the text also has a time, as JavaScript writes moments.
  private static func moment(_ text: String?) -> (Formula, isWhole: Bool)? {
    guard let text, text.utf8.count == 10 || (text.utf8.count == 24 && text.hasSuffix("Z")) else { return nil }
    let digits = text.filter { $0.isASCII && $0.isNumber }
    let shape = text.map { $0.isASCII && $0.isNumber ? "0" : "\($0)" }.joined()
    guard shape == "0000-00-00" || shape == "0000-00-00T00:00:00.000Z",
      let number = Int64(digits + String(repeating: "0", count: 17 - digits.count))
    else { return nil }
    return (.literal(.integer(number)), text.utf8.count == 24)
  }

  private static func time(_ text: String?) -> Formula? {
    guard let text, text.utf8.count == 5, text.map({ $0.isASCII && $0.isNumber ? "0" : "\($0)" }).joined() == "00:00",
      let number = Int64(text.filter { $0 != ":" })
    else { return nil }
    return .literal(.integer(number))
  }
}

extension JSONValue {
  fileprivate var double: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: .nan
    }
  }
}
