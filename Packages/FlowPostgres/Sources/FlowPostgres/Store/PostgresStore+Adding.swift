public import FlowDurable

extension PostgresStore {
  /// Adds a run, unless the flow has a run with the same key.
  ///
  /// - Parameter run: The run.
  /// - Returns: The number of the new run, or of the run that has the key.
  /// - Throws: A `StoreError`. If the connection is lost, and the run has no key, it isn't known whether the run was
  ///   added.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    let birth = Int.random(in: Int.min...Int.max)
    if let number = try await oldRun(like: run) { return (number, false) }
    let statement = PostgresStatement(statements.add, try parameters(of: run, birth: birth))
    let sharing = run.key.map { PostgresPool.Sharing.key(run.flow, $0) } ?? .key(run.flow, "")
    while true {
      let answer = try await call("start flow '\(run.flow)'", statement, sharing: sharing, isRepeatable: run.key != nil)
      // Without a row, another transaction has just added a run with the key.
      guard let row = answer.rows.first, let number = row.integer(0) else { continue }
      let isNew = row.boolean(1)
      if isNew { wake() }
      return (RunNumber(rawValue: number), isNew)
    }
  }

  /// Adds runs with one statement: all of them or, if it fails, none.
  ///
  /// - Parameter runs: The runs, with at most 512 MiB together.
  /// - Returns: For each run its number, or the number of the run that has its key.
  /// - Throws: A `StoreError`. If the connection is lost, it isn't known whether the runs were added.
  public func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    let parameters = try parameters(of: runs)
    guard !runs.isEmpty else { return [] }
    let statement = PostgresStatement(statements.addMany, parameters)
    let answer = try await call("start \(runs.count) runs", statement, isRepeatable: false)
    let added = Self.added(runs.count, answer)
    if added.contains(where: { $0?.isNew == true }) { wake() }
    return try await complete(added, of: runs, in: self)
  }

  /// The most bytes of runs in one statement. The server accepts messages of up to a gigabyte.
  static let largestAddition = 512 << 20

  /// Returns the parameters of the statement that adds runs.
  func parameters(
    of runs: [NewRun], atMost limit: Int = PostgresStore.largestAddition
  ) throws(StoreError) -> [PostgresParameter] {
    var columns = Array(repeating: [[UInt8]?](), count: 8)
    var bytes = 0
    for run in runs {
      let values = try parameters(of: run, birth: Int.random(in: Int.min...Int.max)).map(\.bytes)
      bytes += values.reduce(0) { $0 + ($1?.count ?? 0) }
      // Beyond the limit, the runs are only counted.
      guard bytes <= limit else { continue }
      for (column, value) in values.enumerated() { columns[column].append(value) }
    }
    guard bytes <= limit else { throw .tooLarge(value: "A start of \(runs.count) runs", bytes: bytes, limit: limit) }
    return columns.enumerated().map { column, values in .array(values, ofIntegers: [4, 5, 7].contains(column)) }
  }

  /// Returns what became of the runs of a statement, by their places.
  static func added(_ count: Int, _ answer: PostgresRows) -> [(run: RunNumber, isNew: Bool)?] {
    var added = [(run: RunNumber, isNew: Bool)?](repeating: nil, count: count)
    for row in answer.rows {
      if let place = row.integer(0), let number = row.integer(1) {
        added[place - 1] = (RunNumber(rawValue: number), row.boolean(2))
      }
    }
    return added
  }

  /// Adds those runs one by one whose keys others have just taken, or that came twice.
  func complete(
    _ added: [(run: RunNumber, isNew: Bool)?], of runs: [NewRun], in place: any RunAdding
  ) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    var all: [(run: RunNumber, isNew: Bool)] = []
    for (known, run) in zip(added, runs) {
      if let known { all.append(known) } else { all.append(try await place.add(run)) }
    }
    return all
  }

  /// Returns the parameters of the statement that adds a run.
  func parameters(of run: NewRun, birth: Int) throws(StoreError) -> [PostgresParameter] {
    var began = FlowRecord(.began(FlowRecord.Began(run)))
    began.others = run.others
    let body = try began.encoded(within: settings.limits)
    try run.requireStorableNames()
    return [
      .text(run.flow.composed), .text(run.key?.composed), .text(run.queue.composed), .text(run.tenant?.composed),
      .integer(Int(Int32(clamping: run.priority))), .integer(run.delay.storeMilliseconds), .utf8(body), .integer(birth),
    ]
  }

  /// Returns the run with the key of a new run, if version 0.1 may have added it and the key has a form that this version
  /// changes or refuses.
  private func oldRun(like run: NewRun) async throws(StoreError) -> RunNumber? {
    guard let key = run.key, !(run.flow.utf8.contains(0) || key.utf8.contains(0)) else { return nil }
    let isLong = run.flow.utf8.count > StoreLimits.nameBytes || key.utf8.count > StoreLimits.nameBytes
    guard isLong || !run.flow.isComposed || !key.isComposed else { return nil }
    let statement = PostgresStatement(statements.find, [.text(run.flow), .text(key), .integer(0)])
    return try await call("start flow", statement).rows.first?.integer(0).map { RunNumber(rawValue: $0) }
  }
}
