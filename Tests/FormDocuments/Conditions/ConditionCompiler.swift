import FlowJSON

/// Translates conditions into expressions of flow documents, at one page of a form.
///
/// The evaluation of a condition can fail, as when it reads an answer that hasn't been given; then the condition is false, whatever
/// surrounds the place of the failure. So a part of a condition is translated into two expressions: it is true, and it is false.
struct ConditionCompiler {
  /// A case of a value: the tests that hold in it. If no case holds, the evaluation fails.
  typealias Case = (guards: [Formula], value: ConditionValue)

  /// The conditions of the document by name.
  let conditions: [String: ConditionTree]
  /// The values that a name with its members can have.
  let answers: (_ path: [String]) throws(ConditionProblem) -> [Case]
  /// The place of the moment that a date is compared with.
  let moment: (_ amount: Double, _ unit: String) throws(ConditionProblem) -> Formula

  private static let maximumSize = 3_000

  /// Returns the expression that is true if a condition is.
  func formula(_ name: String) throws(ConditionProblem) -> Formula {
    guard let tree = conditions[name] else { return .no }
    return try sides(tree, [name]).isTrue
  }

  // MARK: Logic

  private struct Sides {
    var isTrue: Formula
    var isFalse: Formula
  }

  private func sides(_ tree: ConditionTree, _ active: Set<String>) throws(ConditionProblem) -> Sides {
    let sides: Sides
    switch tree {
    case .not(let part):
      let part = try self.sides(part, active)
      sides = Sides(isTrue: part.isFalse, isFalse: part.isTrue)
    case .and(let left, let right):
      let (left, right) = (try self.sides(left, active), try self.sides(right, active))
      let both = Formula.and([left.isTrue, right.isTrue])
      sides = Sides(
        isTrue: both,
        isFalse: Self.isTotal(left, right) ? .not(both) : .or([left.isFalse, .and([left.isTrue, right.isFalse])]))
    case .or(let left, let right):
      let (left, right) = (try self.sides(left, active), try self.sides(right, active))
      let neither = Formula.and([left.isFalse, right.isFalse])
      let either =
        Self.isTotal(left)
        ? Formula.or([left.isTrue, right.isTrue]) : .or([left.isTrue, .and([left.isFalse, right.isTrue])])
      sides = Sides(isTrue: either, isFalse: Self.isTotal(left, right) ? .not(either) : neither)
    case .comparison(let sign, let left, let right):
      sides = try comparison(sign, try cases(left, active), try cases(right, active))
    default: sides = Self.sides(try cases(tree, active).map { ($0.guards, $0.value.truth) })
    }
    guard sides.isTrue.size + sides.isFalse.size <= Self.maximumSize else {
      throw ConditionProblem("its expression would be too long")
    }
    return sides
  }

  /// Whether an evaluation can't fail.
  private static func isTotal(_ sides: Sides...) -> Bool { sides.allSatisfy { $0.isFalse == .not($0.isTrue) } }

  private static func sides(_ cases: [(guards: [Formula], isTrue: Formula)]) -> Sides {
    if cases.count == 1, cases[0].guards.isEmpty {
      return Sides(isTrue: cases[0].isTrue, isFalse: .not(cases[0].isTrue))
    }
    return Sides(
      isTrue: .or(cases.map { .and($0.guards + [$0.isTrue]) }),
      isFalse: .or(cases.map { .and($0.guards + [.not($0.isTrue)]) }))
  }

  private func comparison(_ sign: String, _ left: [Case], _ right: [Case]) throws(ConditionProblem) -> Sides {
    var results: [(guards: [Formula], isTrue: Formula)] = []
    for first in left {
      for second in right {
        let (left, right) = (first.value, second.value)
        let isTrue: Formula? =
          switch sign {
          case "==": try left.isSame(as: right)
          case "!=": .not(try left.isSame(as: right))
          case "<": try left.isLess(than: right, orSame: false)
          case "<=": try left.isLess(than: right, orSame: true)
          case ">": try right.isLess(than: left, orSame: false)
          case ">=": try right.isLess(than: left, orSame: true)
          default: try left.isPart(of: right)
          }
        if let isTrue { results.append((first.guards + second.guards, isTrue)) }
      }
    }
    return Self.sides(results)
  }

  // MARK: Values

  private func cases(_ tree: ConditionTree, _ active: Set<String>) throws(ConditionProblem) -> [Case] {
    switch tree {
    case .text(let text):
      guard !text.contains("\\") else { throw ConditionProblem("it has a text with a backslash") }
      return [([], .text(.literal(.string(text)), options: [text]))]
    case .number(let number): return [([], .number(.number(number)))]
    case .bool(let bool): return [([], .bool(.bool(bool)))]
    case .variable, .member: return try value(tree, active)
    case .and, .or, .not, .comparison:
      let sides = try self.sides(tree, active)
      if Self.isTotal(sides) { return [([], .bool(sides.isTrue))] }
      return [([sides.isTrue], .bool(.yes)), ([sides.isFalse], .bool(.no))]
    case .length(let part):
      var lengths: [Case] = []
      for (guards, value) in try cases(part, active) { lengths.append((guards, .number(try Self.length(value)))) }
      return lengths
    case .array(let elements):
      var values: [ConditionValue] = []
      for element in elements {
        guard let only = try cases(element, active).first, only.guards.isEmpty else {
          throw ConditionProblem("it has an array of answers")
        }
        values.append(only.value)
      }
      return [([], .array(values))]
    case .choice(let condition, let first, let second):
      let sides = try self.sides(condition, active)
      return try cases(first, active).map { ([sides.isTrue] + $0.guards, $0.value) }
        + (try cases(second, active)).map { ([sides.isFalse] + $0.guards, $0.value) }
    case .arithmetic(let sign, let left, let right):
      return try arithmetic(sign, cases(left, active), cases(right, active))
    case .call("dateForComparison", let arguments):
      guard arguments.count == 2, case .text(let unit) = arguments[1], let amount = Self.literal(arguments[0]) else {
        throw ConditionProblem("dateForComparison has other arguments than a number and a unit")
      }
      return [([], .moment(try moment(amount, unit)))]
    // The runner adds a text to a number here, which is no time.
    case .call("timeForComparison", _): return [([], .text(.literal("NaN:NaN"), options: ["NaN:NaN"]))]
    case .call(let name, _): throw ConditionProblem("it calls '\(name)'")
    }
  }

  private func value(_ tree: ConditionTree, _ active: Set<String>) throws(ConditionProblem) -> [Case] {
    var path: [String] = []
    var tree = tree
    while case .member(let whole, let name) = tree {
      path.insert(name, at: 0)
      tree = whole
    }
    guard case .variable(let name) = tree else { throw ConditionProblem("it takes a member of a value") }
    guard let condition = conditions[name] else { return try answers([name] + path) }
    guard path.isEmpty else { return [([], .undefined)] }
    // A condition that refers to itself never ends in the runner, which treats that as false.
    guard !active.contains(name) else { return [([], .bool(.no))] }
    return [([], .bool(try sides(condition, active.union([name])).isTrue))]
  }

  private static func literal(_ tree: ConditionTree) -> Double? {
    switch tree {
    case .number(let number): number
    case .text(let text): text.finiteNumber
    case .arithmetic("-", .number(0), let part): literal(part).map { -$0 }
    default: nil
    }
  }

  private static func length(_ value: ConditionValue) throws(ConditionProblem) -> Formula {
    switch value {
    case .undefined: .literal(9)
    case .null: .literal(4)
    case .text(.literal(.string(let text)), _): .literal(.integer(Int64(text.utf16.count)))
    case .text(let formula, _), .list(let formula, _): .call("length", [formula])
    case .moment: .literal(24)
    case .time: .literal(5)
    case .single: .literal(1)
    case .array(let elements): .literal(.integer(Int64(elements.count)))
    case .bool(let formula): .call("condition", [formula, .literal(4), .literal(5)])
    case .object: .literal(15)
    case .number: throw ConditionProblem("it takes the length of a number")
    }
  }

  private func arithmetic(_ sign: String, _ left: [Case], _ right: [Case]) throws(ConditionProblem) -> [Case] {
    guard let name = ["+": "sum", "-": "subtract", "*": "multiply", "/": "divide"][sign] else {
      throw ConditionProblem("it has '\(sign)'")
    }
    var results: [Case] = []
    for first in left {
      for second in right {
        guard let one = try first.value.number, let other = try second.value.number, one.guarding == .yes,
          other.guarding == .yes
        else { throw ConditionProblem("it computes with a text") }
        if sign == "/" {
          guard case .literal(let divisor) = other.value, divisor != 0 else {
            throw ConditionProblem("it divides by an answer")
          }
        }
        if sign == "-", one.value == .literal(0), case .literal(let value) = other.value,
          let number = Double(value.jsonText)
        {
          results.append((first.guards + second.guards, .number(.number(-number))))
        } else {
          results.append((first.guards + second.guards, .number(.call(name, [one.value, other.value]))))
        }
      }
    }
    return results
  }
}
