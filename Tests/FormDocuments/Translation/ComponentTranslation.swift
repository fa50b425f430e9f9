import FlowJSON
import Foundation

/// A component of a page as fields of a flow document.
struct ComponentTranslation {
  /// How the answer is read in conditions.
  enum Reading {
    case text, number, bool, date, time, dateTime, monthYear, address, file
    case option([String], ofNumbers: Bool)
    case list(ofNumbers: Bool)
    case single
    /// The runner doesn't find the answer.
    case nothing
  }

  let name: String
  let reading: Reading
  let isOptional: Bool
  /// The names of the fields, in the order of the parts.
  let names: [String]
  let fields: [JSONValue]

  // MARK: Values in conditions

  /// Returns the values of the answer, or of a part of it, when the step has been answered.
  func cases(_ step: String, _ parts: [String]) throws(ConditionProblem) -> [ConditionCompiler.Case] {
    if case .nothing = reading { return parts.isEmpty ? [([], .undefined)] : [] }
    let paths = names.map { Formula.path([step, $0]) }
    var isThere: [Formula] = isOptional ? paths.map { .not(.call("isNull", [$0])) } : []
    var isMissing = Formula.call("isNull", [paths[0]])
    if case .list = reading {
      isThere = isOptional ? [.not(.call("isEmpty", [paths[0]]))] : []
      isMissing = .call("isEmpty", [paths[0]])
    }
    if case .address = reading { isThere = Array(isThere.prefix(1)) }
    var cases: [ConditionCompiler.Case] = []
    if let part = parts.first {
      guard parts.count == 1, let place = self.parts.firstIndex(of: part) else { return [(isThere, .undefined)] }
      let path = paths[place]
      if case .address = reading {
        guard isOptional || place == 1 else { return [([], .text(path, options: nil))] }
        let test = Formula.call("isNull", [path])
        return [(isThere + [.not(test)], .text(path, options: nil)), (isThere + [test], .null)]
      }
      return [(isThere, .number(path))]
    }
    cases.append((isThere, value(paths)))
    if isOptional { cases.append(([isMissing], .null)) }
    return cases
  }

  private var parts: [String] {
    switch reading {
    case .address: ["addressLine1", "addressLine2", "town", "postcode"]
    case .monthYear: ["\(name)__month", "\(name)__year"]
    default: []
    }
  }

  private func value(_ paths: [Formula]) -> ConditionValue {
    func day(_ path: Formula) -> Formula {
      .call("concat", [.call("replace", [path, .literal("-"), .literal("")]), .literal("000000000")]).asNumber
    }
    switch reading {
    case .text: return .text(paths[0], options: nil)
    case .file: return .text(.named(paths[0], "name"), options: nil)
    case .number: return .number(paths[0])
    case .bool: return .bool(.call("eq", [paths[0], .literal("true")]))
    case .date: return .moment(day(paths[0]))
    case .time: return .time(.call("sum", [.call("multiply", [paths[0], .literal(100)]), paths[1]]))
    case .dateTime:
      return .moment(
        .call(
          "sum",
          [
            day(paths[0]), .call("multiply", [paths[1], .literal(10_000_000)]),
            .call("multiply", [paths[2], .literal(100_000)]),
          ]))
    case .option(let options, let ofNumbers):
      return ofNumbers ? .number(paths[0].asNumber) : .text(paths[0], options: options)
    case .list(let ofNumbers): return .list(paths[0], ofNumbers: ofNumbers)
    case .single: return .single(paths[0])
    case .monthYear, .address: return .object
    case .nothing: return .undefined
    }
  }

  // MARK: Entries

  /// Returns the texts that a person enters for an answer, by the names of the fields.
  func entry(_ answer: JSONValue) -> [String: [String]] {
    guard answer != .null else { return [:] }
    func halves(_ text: String, _ mark: String) -> [String] {
      text.split(separator: mark).map { String($0) }
    }
    let text = Self.text(answer)
    switch reading {
    case .bool: return [names[0]: [answer == .bool(true) ? "true" : "false"]]
    case .list:
      if case .array(let elements) = answer { return [names[0]: elements.map { Self.text($0) }] }
      return [names[0]: [text]]
    case .time, .monthYear:
      let parts = halves(text, text.contains(":") ? ":" : "-").map { "\(Int($0) ?? 0)" }
      guard parts.count == 2 else { return [:] }
      if case .monthYear = reading { return [names[0]: [parts[1]], names[1]: [parts[0]]] }
      return [names[0]: [parts[0]], names[1]: [parts[1]]]
    case .dateTime:
      let parts = halves(text, "T")
      let time = halves(parts.last ?? "", ":").map { "\(Int($0) ?? 0)" }
      guard parts.count == 2, time.count == 2 else { return [:] }
      return [names[0]: [parts[0]], names[1]: [time[0]], names[2]: [time[1]]]
    case .address:
      var entry: [String: [String]] = [:]
      for (name, part) in zip(names, parts) {
        if let line = answer.text(part) { entry[name] = [line] }
      }
      return entry
    default:
      if fields.count > 0, fields[0].text("type") == "choices", case .array(let elements) = answer {
        return [names[0]: elements.map { Self.text($0) }]
      }
      return [names[0]: [text]]
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): JSONValue.of(number).jsonText
    default: value.jsonText
    }
  }
}
