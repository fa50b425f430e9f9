import FlowDurable
import FlowJSON

extension FlowStoreLaws {
  /// Laws about reading stored values.
  static let reading: [Law] = [
    Law("D10 A run that can't be read is parked with the reason, and the claim returns the others") { examiner in
      guard let spoil = examiner.subject.spoil else { return }
      var numbers: [RunNumber] = []
      for _ in 0..<3 { numbers.append(try await examiner.add()) }
      for run in try await examiner.claim(3) {
        _ = try await examiner.store.append([examiner.settled("charge")], to: run, then: .release(after: .zero))
      }
      try await spoil(examiner.store, numbers[1])
      let claimed = try await examiner.claim(3).sorted { $0.run < $1.run }
      try examiner.expect(claimed.map(\.run), is: [numbers[0], numbers[2]], "The claimed runs")
      guard case .parked(let reason)? = try await examiner.summary(of: numbers[1])?.state else {
        throw StoreLawViolation(law: examiner.law, "The run that can't be read isn't parked.")
      }
      try examiner.expect(
        reason.contains(" of run \(numbers[1]) can't be read. "), "The reason doesn't say what can't be read: \(reason)"
      )
      try await examiner.subject.advance(.seconds(30))
      try examiner.expect(try await examiner.claim(3).count, is: 2, "Due runs when the leases have ended")
    },
    Law("A run is read with its records by its key or its number, as the separate calls return it") { examiner in
      let number = try await examiner.store.add(NewRun(flow: "order", key: "a")).run
      let run = try await examiner.claimOne()
      let other = try await examiner.store.add(NewRun(flow: "order", key: "b")).run
      let waiting = FlowRecord(.waiting(.init(step: "pay", visit: 1, names: ["Paid"])))
      _ = try await examiner.store.append([waiting], to: run, then: .wait(.never, for: ["Paid"]))
      for (key, run) in [("a", number), ("b", other)] {
        var query = RunQuery(flows: ["order"])
        query.numbers = [run]
        for query in [query, RunQuery(flows: ["order"], key: key)] {
          let read = try await examiner.store.read(query)
          let summaries = try await examiner.store.runs(query, after: nil, limit: 1)
          try examiner.expect([read?.summary].compactMap { $0 }, is: summaries, "The summary of run \(run)")
          let records = try await examiner.store.records(of: run, after: 0, limit: .max)
          try examiner.expect(read?.records ?? [], is: records, "The records of run \(run)")
        }
      }
      let unknown = try await examiner.store.read(RunQuery(flows: ["order"], key: "c"))
      try examiner.expect(unknown == nil, "A run with an unknown key is found.")
    },
    Law("D7 Text with many combining marks comes back as it was") { examiner in
      let text = Self.text(marks: 140)
      var new = NewRun(flow: "order", key: text, content: [.string(text), [text: 1]])
      new.tenant = text
      new.others = ["note": .string(text)]
      let number = try await examiner.store.add(new).run
      try examiner.expect(!(try await examiner.store.add(new).isNew), "A second run has the same key.")
      let message = FlowMessage(.message(name: text, body: .string(text)), key: text)
      _ = try await examiner.store.send(message, to: number)
      _ = try await examiner.store.send(FlowMessage(.back(to: text)), to: number)
      let run = try await examiner.claimOne()
      var settled = FlowRecord.Settled(step: text, visit: 1)
      settled.result = .string(text)
      settled.set = [text: KeptValue([text: .string(text)])]
      settled.destination = text
      var failed = settled
      failed.failure = RecordedFailure(type: text, text: text)
      let records = [FlowRecord(.settled(settled)), FlowRecord(.settled(failed)), FlowRecord(.parked(.init(text)))]
      _ = try await examiner.store.append(records, to: run, then: .park(text))
      let store = try await examiner.subject.reopen?(examiner.store) ?? examiner.store
      let found = try await store.records(of: number, after: 0, limit: 99)
      try examiner.expect(
        found.map(\.body), is: [.began(FlowRecord.Began(new))] + records.map(\.body), "The records")
      let bodies = found.dropFirst().map { FlowRecord($0.body) }
      try examiner.expect(bodies.map(\.json), spelledAs: records.map(\.json), "The records")
      try examiner.expect(found.first?.others["note"], is: new.others["note"], "A further member of the beginning")
      let messages = try await store.messages(of: number, after: 0, limit: 9).map(\.message)
      try examiner.expect(messages, is: [message, FlowMessage(.back(to: text))], "The messages")
      try examiner.expect(messages.compactMap(\.body), spelledAs: [.string(text)], "The body of the message")
      let summaries = try await store.runs(RunQuery(flows: ["order"], key: text), after: nil, limit: 9)
      try examiner.expect(summaries.map(\.number), is: [number], "The runs with the key")
      try examiner.expect(
        summaries.map { [$0.key, $0.tenant, $0.position] }, is: [[text, text, text]], "The names of the run")
      try examiner.expect(summaries.first?.state, is: .parked(text), "The state")
      try examiner.expect(try await store.send(message, to: number), is: .duplicate, "The message's key")
    },
    Law("D12 Text that would take too long to compare is refused, and its key stays free") { examiner in
      let text = Self.text(marks: 1_001)
      try await examiner.expectRefusal("A key") { () async throws(StoreError) in
        _ = try await examiner.store.add(NewRun(flow: "order", key: text))
      }
      try await examiner.expectRefusal("Content") { () async throws(StoreError) in
        _ = try await examiner.store.add(NewRun(flow: "order", key: "k", content: ["a": .string(text)]))
      }
      let (number, isNew) = try await examiner.store.add(NewRun(flow: "order", key: "k"))
      try examiner.expect(isNew, "The refused run has taken the key.")
      let messages: [FlowMessage] = [
        FlowMessage(.message(name: text, body: nil)), FlowMessage(.message(name: "m", body: .string(text))),
        FlowMessage(.cancel, key: text), FlowMessage(.back(to: text)),
      ]
      for message in messages {
        try await examiner.expectRefusal("A message") { () async throws(StoreError) in
          _ = try await examiner.store.send(message, to: number)
        }
      }
      let run = try await examiner.claimOne()
      try examiner.expect(run.messages.count, is: 0, "The messages")
      let failure = RecordedFailure(type: "E", text: text)
      try await examiner.expectRefusal("A failure") { () async throws(StoreError) in
        _ = try await examiner.store.append(
          [FlowRecord(.ended(.init(.failed, failure: failure)))], to: run, then: .end(.failed))
      }
      try examiner.expect(try await examiner.summary(of: number)?.lastRecord, is: 1, "The latest record")
    },
  ]

  /// Returns text with combining marks in an order that no normalization removes.
  private static func text(marks: Int) -> String {
    "a" + String(repeating: "\u{301}\u{316}", count: marks / 2) + (marks % 2 == 1 ? "\u{301}" : "") + "z"
  }
}

extension StoreExaminer {
  /// Expects that a call is refused because of a text's combining marks.
  fileprivate func expectRefusal(_ what: String, _ body: () async throws(StoreError) -> Void) async throws {
    do throws(StoreError) { try await body() } catch {
      guard case .unstorable(_, let reason) = error else { throw error }
      return try expect(reason, is: "it has more than 1000 combining marks in a row", "The reason")
    }
    throw StoreLawViolation(law: law, "\(what) with 1,001 combining marks in a row was accepted.")
  }
}
