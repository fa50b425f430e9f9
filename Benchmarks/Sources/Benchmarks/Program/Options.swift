/// The options of the command line.
struct Options {
  var isQuick = false
  var isJSON = false
  var wantsHelp = false
  /// Whether the growth table is asked for, instead of the scenarios.
  var wantsGrowth = false
  var warmsUp = true
  /// The names of the scenarios, or beginnings of them; all if there is none.
  var filters: [String] = []
  /// The name of the only contender.
  var contender: String?
  private(set) var roundsAsked: Int?

  /// How many rounds are measured.
  var rounds: Int { roundsAsked ?? (isQuick ? 3 : 15) }

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--growth": wantsGrowth = true
      case "--no-warm-up": warmsUp = false
      case "--filter": filters.append(try Options.value(of: argument, &rest))
      case "--contender": contender = try Options.value(of: argument, &rest)
      case "--rounds":
        let value = try Options.value(of: argument, &rest)
        guard let number = Int(value), number > 0 else {
          throw UsageError("--rounds takes a number of at least 1, not '\(value)'.")
        }
        roundsAsked = number
      default: throw UsageError("There is no option '\(argument)'; see --help.")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
    return value
  }

  /// Whether the scenarios of this name are asked for.
  func asks(for name: String) -> Bool {
    filters.isEmpty || filters.contains { name == $0 || name.hasPrefix("\($0)-") }
  }

  /// The growth rows that are asked for: those whose name contains a filter.
  func selection(of rows: [GrowthRow]) throws(UsageError) -> [GrowthRow] {
    let selected = rows.filter { row in filters.isEmpty || filters.contains { row.name.contains($0) } }
    if selected.isEmpty {
      throw UsageError("No growth row contains one of the filters; see --growth --quick for their names.")
    }
    return selected
  }

  /// The scenarios that are asked for, with the contenders that are.
  func selection(of scenarios: [Scenario]) throws(UsageError) -> [Scenario] {
    let selected = scenarios.filter { asks(for: $0.name) }.compactMap { $0.only(contender) }
    if selected.isEmpty { throw UsageError("No scenario and contender fit; see --help for their names.") }
    return selected
  }
}

extension Scenario {
  /// The scenario with one of its contenders; nil if it has no such one.
  fileprivate func only(_ name: String?) -> Scenario? {
    guard let name else { return self }
    let chosen = contenders.filter { $0.name.lowercased() == name.lowercased() }
    if chosen.isEmpty { return nil }
    return Scenario(
      self.name, title, size: size, quickSize: quickSize, repetitions: repetitions, per: unit, expecting: expected,
      chosen)
  }
}

/// The command line cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
