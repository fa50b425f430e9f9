import FlowDurable

extension RunControl {
  /// Returns the run with a number, or with a flow and key, as in `order/4711`.
  func run(named word: String) async throws -> RunSummary {
    if let number = Int(word), number > 0 {
      let run = RunNumber(rawValue: number)
      guard let found = try await store.runs(RunQuery(), after: RunNumber(rawValue: number - 1), limit: 1).first,
        found.number == run
      else { throw StoreError.unknownRun(run) }
      return found
    }
    // Flow names and keys can contain slashes.
    for (index, character) in zip(word.indices, word) where character == "/" {
      let (flow, key) = (String(word[..<index]), String(word[word.index(after: index)...]))
      if let found = try await store.runs(RunQuery(flows: [flow], key: key), after: nil, limit: 1).first {
        return found
      }
    }
    guard let slash = word.firstIndex(of: "/") else { throw ControlError.notARun(word) }
    throw ControlError.unknownKey(flow: String(word[..<slash]), key: String(word[word.index(after: slash)...]))
  }

  /// Returns all records of a run.
  func records(of run: RunSummary) async throws -> [FlowRecord] {
    var records: [FlowRecord] = []
    while true {
      let page = try await store.records(of: run.number, after: records.last?.number ?? 0, limit: 500)
      records += page
      if page.count < 500 { return records }
    }
  }

  /// Calls a closure for the runs of a query, page by page, in the query's order.
  func forEachRun(
    _ query: RunQuery, after number: RunNumber? = nil, limit: Int = .max, _ body: (RunSummary) async throws -> Void
  ) async throws {
    var (last, left) = (number, limit)
    var seen: Set<RunNumber> = []
    while left > 0 {
      let size = min(left, 500)
      let page = try await store.runs(query, after: last, limit: size)
      for run in page {
        // A sorted list begins again if the last run of a page is removed, and repeats a run whose place changes.
        if query.order != .number, !seen.insert(run.number).inserted { continue }
        try await body(run)
        left -= 1
      }
      last = page.last?.number ?? last
      if page.count < size { return }
    }
  }
}
