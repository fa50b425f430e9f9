import FlowCommandLine
import FlowDurable
import FlowJSON

extension ControlCommands {
  /// `list`: lists the runs of the store.
  static let list = ControlCommand(
    name: "list", summary: "Lists runs in the order of their numbers.",
    options: [
      .value("flow", "NAME", "Only runs of this flow."),
      .value(
        "state", "STATE",
        "Only runs in this state: ready, held, waiting, parked, completed, failed, cancelled or ended."),
      .value("key", "KEY", "Only runs with this key."),
      .value("prefix", "TEXT", "Only runs whose keys begin with this text."),
      .value("tenant", "NAME", "Only runs of this tenant."), .value("queue", "NAME", "Only runs in this queue."),
      RunQuery.stepOption, RunQuery.ageOption,
      .value("within", "TIME", "Only runs that began within this time."),
      .value("sort", "ORDER", "By number, changed, duration, attempts or worker; by number if it isn't given."),
      .flag("reverse", "The highest numbers, or the latest and longest, first."),
      .value("after", "RUN", "Only the runs after this one, in the order of the list."),
      .value("limit", "N", "At most this many runs; 50 by default."), json,
    ]
  ) { control, options in
    let now = try await control.store.now()
    let limit = try options.number("limit") ?? 50
    let query = try RunQuery(options, now: now)
    let after = try options.number("after").map { RunNumber(rawValue: $0) }
    // In a narrow window, the reasons of parked runs need the space.
    let isWide = control.output.columns.map { $0 >= 90 } ?? true
    let times = isWide ? ["STARTED", "DURATION"] : []
    var table = TextTable(titles: ["RUN", "FLOW", "KEY", "AT"] + times + ["CHANGED", "STATE"])
    var hasMore = false
    var shown = 0
    // Request one more run, to find out whether there are more.
    try await control.forEachRun(query, after: after, limit: limit + 1) { run in
      guard shown < limit else { return hasMore = true }
      shown += 1
      let text = RunText(run: run, now: now)
      if options.flag("json") { return try control.output.writeLine(text.json) }
      table.rows.append(
        ["\(run.number)", run.flow, run.key ?? "", run.position ?? ""]
          + (isWide ? [text.started, text.duration] : []) + ["\(text.age) ago", text.state])
    }
    if options.flag("json") { return .ok }
    if table.rows.isEmpty {
      try control.output.writeLine("No runs.")
      return .ok
    }
    for line in table.lines(width: control.output.columns) { try control.output.writeLine(line) }
    if hasMore, let end = table.rows.last?.first {
      try control.output.writeLine("There are more: --after \(end) shows the next ones.")
    }
    return .ok
  }
}

extension RunQuery {
  static let stepOption = Option.value("at", "STEP", "Only runs that stand at this step.")
  static let ageOption = Option.value(
    "older", "TIME", "Only runs that haven't changed for this time: 90s, 5min, 2h or 3d.")

  /// Creates the query for the options of a command.
  fileprivate init(_ options: ParsedOptions, now: StoreTime) throws {
    try self.init(options, in: nil, now: now)
    key = options.value("key")
    if let state = options.value("state") {
      if let kind = RunState.Kind(rawValue: state) {
        states = [kind]
      } else if let ending = RunEnding(rawValue: state) {
        endings = [ending]
      } else {
        throw UsageError.invalidValue(
          option: "state", value: state,
          expected: "ready, held, waiting, parked, completed, failed, cancelled or ended")
      }
    }
    keyPrefix = options.value("prefix")
    tenant = options.value("tenant")
    queue = options.value("queue")
    beganFrom = try options.time("within", before: now)
    if let name = options.value("sort") {
      guard let order = RunOrder(rawValue: name) else {
        throw UsageError.invalidValue(
          option: "sort", value: name, expected: "number, changed, duration, attempts or worker")
      }
      self.order = order
    }
    newestFirst = options.flag("reverse")
  }

  /// Creates the query for the options `flow`, `at`, and `older` of a command.
  init(_ options: ParsedOptions, in states: Set<RunState.Kind>?, now: StoreTime) throws {
    self.init(flows: options.value("flow").map { [$0] }, states: states)
    position = options.value("at")
    changedBefore = try options.time("older", before: now)
  }
}

extension ParsedOptions {
  /// Returns the time that lies the value of an option before another one; nil if the option isn't given.
  fileprivate func time(_ name: String, before now: StoreTime) throws(UsageError) -> StoreTime? {
    guard let age = value(name) else { return nil }
    guard let duration = Duration(age: age) else {
      throw .invalidValue(option: name, value: age, expected: "a time such as 90s, 5min, 2h or 3d")
    }
    return now.advanced(by: .zero - duration)
  }

  /// Returns the value of an option as a positive number; nil if the option isn't given.
  fileprivate func number(_ name: String) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), number > 0, number < 1_000_000_000 else {
      throw .invalidValue(option: name, value: text, expected: "a positive number")
    }
    return number
  }
}

extension Duration {
  /// Reads a duration such as `90s`, `5min`, `2h`, or `3d`.
  fileprivate init?(age: String) {
    let units: [(String, Int64)] = [("min", 60), ("s", 1), ("h", 3_600), ("d", 86_400)]
    for (unit, seconds) in units where age.hasSuffix(unit) {
      guard let count = Int64(age.dropLast(unit.count)), (0...1_000_000).contains(count) else { return nil }
      self = .seconds(count * seconds)
      return
    }
    return nil
  }
}
