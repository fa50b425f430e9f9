import FlowDurable
import FlowJSON
import FlowState

extension FlowStoreLaws {
  /// Laws about new runs.
  static let adding: [Law] = [
    Law("D2 One run for each key of a flow") { examiner in
      let (first, isNew) = try await examiner.store.add(NewRun(flow: "order", key: "4711"))
      try examiner.expect(isNew, "The first run with the key isn't new.")
      let again = try await examiner.store.add(NewRun(flow: "order", key: "4711", content: "other"))
      try examiner.expect(again.run, is: first, "The run with the same key")
      try examiner.expect(!again.isNew, "A second run has the same key.")
      let other = try await examiner.store.add(NewRun(flow: "signup", key: "4711"))
      try examiner.expect(other.isNew, "Another flow can't use the key.")
      let none = try await examiner.store.add(NewRun(flow: "order"))
      let none2 = try await examiner.store.add(NewRun(flow: "order"))
      try examiner.expect(none.isNew && none2.isNew && none.run < none2.run, "Runs without keys aren't counted up.")
    },
    Law("D2 Runs that are added together get their numbers in the order of the call, one for each key") { examiner in
      let existing = try await examiner.add(key: "b")
      let runs = ["a", "b", "c", "a"].enumerated().map { place, key in
        NewRun(flow: "order", key: key, content: .integer(Int64(place)))
      }
      let added = try await examiner.store.add(runs)
      try examiner.expect(added.map(\.isNew), is: [true, false, true, false], "Whether the runs are new")
      try examiner.expect(added[1].run, is: existing, "The number of the run that was there")
      try examiner.expect(added[3].run, is: added[0].run, "The number of the run with the same key")
      for place in [0, 2] {
        let records = try await examiner.store.records(of: added[place].run, after: 0, limit: 1)
        try examiner.expect(
          records.map(\.body), is: [.began(FlowRecord.Began(runs[place]))], "The beginning of new run \(place)")
      }
      let found = try await examiner.store.runs(RunQuery(), after: nil, limit: 9).map(\.number)
      try examiner.expect(found, is: [existing, added[0].run, added[2].run].sorted(), "All runs")
    },
    Law("D1 A run keeps what it was added with") { examiner in
      var run = NewRun(flow: "order", key: "4711", content: ["lines": [1, 2.5, "é\u{0}\n", nil, [:]], "isPaid": true])
      run.assignments = [
        VariantAssignment(experiment: "order", variant: "short", reason: .excluded(by: "summer")),
        VariantAssignment(experiment: "price", variant: "high", reason: .assigned),
      ]
      run.parent = RunParent(run: RunNumber(rawValue: 3), step: "ship", visit: 2)
      run.tenant = "acme"
      run.priority = -7
      run.queue = "slow"
      run.others = ["trace": ["id": "a1"]]
      let number = try await examiner.store.add(run).run
      let request = ClaimRequest(["order"], queue: "slow", limit: 1, lease: .seconds(30), worker: "w1")
      let claimed = try await examiner.store.claim(request)
      try examiner.expect(claimed.first?.run, is: number, "The claimed run")
      guard let claim = claimed.first, case .began(let began)? = claim.records.first?.body else {
        throw StoreLawViolation(law: examiner.law, "The first record isn't the beginning.")
      }
      try examiner.expect(began, is: FlowRecord.Began(run), "The beginning")
      try examiner.expect([began.content].compactMap { $0 }, spelledAs: [run.content].compactMap { $0 }, "The content")
      try examiner.expect(claim.records.first?.others, is: run.others, "The further members of the beginning")
      try examiner.expect(claim.records.first?.at, is: claim.now, "The time of the beginning")
      try examiner.expect(
        [claim.flow, claim.key, claim.queue, claim.tenant], is: ["order", "4711", "slow", "acme"], "The claim")
      try examiner.expect([claim.priority, claim.fence, claim.attempt, claim.seen], is: [-7, 1, 1, 0], "The claim")
    },
    Law("D14 A run whose key a removed run had is marked") { examiner in
      func reuses(_ key: String?, of flow: String = "order") async throws -> Bool {
        let run = try await examiner.store.add(NewRun(flow: flow, key: key, content: ["a": "}"]))
        let records = try await examiner.store.records(of: run.run, after: 0, limit: 1)
        guard run.isNew, case .began(let began)? = records.first?.body else {
          throw StoreLawViolation(law: examiner.law, "The first record isn't the beginning.")
        }
        try examiner.expect(began.content, is: ["a": "}"], "The content")
        return began.reusesKey
      }
      for key in ["4711", nil] {
        try examiner.expect(try await reuses(key), is: false, "The mark of the first run with key \(key ?? "nil")")
      }
      try examiner.expect(try await reuses("4711", of: "signup"), is: false, "The mark of another flow's run")
      for run in try await examiner.claim(9) { _ = try await examiner.store.append([], to: run, then: .end(.failed)) }
      try await examiner.subject.advance(.seconds(1))
      _ = try await examiner.store.forget(endedBefore: try await examiner.store.now(), limit: 9)
      try examiner.expect(try await reuses("4711"), is: true, "The mark of the second run with the key")
      try examiner.expect(try await reuses("4712"), is: false, "The mark of a run with another key")
      try examiner.expect(try await reuses(nil), is: false, "The mark of a run without a key")
    },
    Law("D6 A delayed run is due when its delay is over") { examiner in
      var run = NewRun(flow: "order")
      run.delay = .seconds(3_600)
      _ = try await examiner.store.add(run)
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs at the start")
      try await examiner.subject.advance(.seconds(3_599))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after 3,599 seconds")
      try await examiner.subject.advance(.seconds(1))
      try examiner.expect(try await examiner.claim().count, is: 1, "Due runs after 3,600 seconds")
    },
    Law("D12 Content that is too large is refused, and its key stays free") { examiner in
      let text = JSONValue.string(String(repeating: "x", count: 1 << 20))
      let error = StoreError.tooLarge(
        value: "The content of flow 'order'", bytes: (1 << 20) + 2, limit: StoreLimits().value)
      try await examiner.expect(error, "Content of 1 MiB") { () async throws(StoreError) in
        _ = try await examiner.store.add(NewRun(flow: "order", key: "k", content: text))
      }
      let isNew = try await examiner.store.add(NewRun(flow: "order", key: "k")).isNew
      try examiner.expect(isNew, "The refused run has taken the key.")
      var deep = JSONValue.array([])
      for _ in 0..<600 { deep = [deep] }
      let value = deep
      do {
        _ = try await examiner.store.add(NewRun(flow: "order", content: value))
      } catch StoreError.tooDeep(_, limit: 500) {
        return
      }
      throw StoreLawViolation(law: examiner.law, "Content that is nested 600 levels deep was accepted.")
    },
    Law("D12 Names and keys of more than 1,024 bytes, or with a zero byte, are refused") { examiner in
      let longest = String(repeating: "é", count: 512)
      let tooLong = "it has 1025 bytes, and a name or a key has at most 1024"
      let hasZero = "it has a zero byte, and a name or a key has none"
      for (text, reason) in [(longest + "x", tooLong), ("a\0", hasZero)] {
        var runs = [NewRun(flow: text), NewRun(flow: "order", key: text), NewRun(flow: "order"), NewRun(flow: "order")]
        runs[2].tenant = text
        runs[3].queue = text
        for run in runs {
          try await examiner.expectRefusal(because: reason) { () async throws(StoreError) in
            _ = try await examiner.store.add(run)
          }
        }
      }
      try examiner.expect(try await examiner.store.runs(RunQuery(), after: nil, limit: 9), is: [], "The runs")
      var run = NewRun(flow: longest, key: longest)
      (run.tenant, run.queue) = (longest, longest)
      let number = try await examiner.store.add(run).run
      try examiner.expect(!(try await examiner.store.add(run).isNew), "A second run has the same key.")
      let request = ClaimRequest([longest], queue: longest, limit: 1, lease: .seconds(30))
      guard let claim = try await examiner.store.claim(request).first else {
        throw StoreLawViolation(law: examiner.law, "The run with the longest names isn't claimed.")
      }
      _ = try await examiner.store.append([examiner.settled(longest)], to: claim, then: .wait(.never, for: [longest]))
      for (text, reason) in [(longest + "x", tooLong), ("a\0", hasZero)] {
        for message in [
          FlowMessage(.message(name: text, body: nil)), FlowMessage(.cancel, key: text), FlowMessage(.back(to: text)),
        ] {
          try await examiner.expectRefusal(because: reason) { () async throws(StoreError) in
            _ = try await examiner.store.send(message, to: number)
          }
        }
      }
      try examiner.expect(try await examiner.summary(of: number)?.waitingMessages, is: 0, "The messages")
      for message in [
        FlowMessage(.message(name: longest, body: nil), key: longest), FlowMessage(.back(to: longest)),
      ] { _ = try await examiner.store.send(message, to: number) }
      try examiner.expect(try await examiner.store.claim(request).first?.messages.count, is: 2, "The messages")
    },
    Law("D2 Two spellings of a key that are equal as text are one key") { examiner in
      let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
      let number = try await examiner.store.add(NewRun(flow: "order", key: decomposed)).run
      let again = try await examiner.store.add(NewRun(flow: "order", key: composed))
      try examiner.expect(!again.isNew && again.run == number, "A second run has the key in another spelling.")
      for key in [composed, decomposed] {
        let found = try await examiner.store.runs(RunQuery(flows: ["order"], key: key), after: nil, limit: 9)
        try examiner.expect(found.map(\.number), is: [number], "The runs with the key")
        let listed = try await examiner.store.counts(RunQuery(key: key))
        try examiner.expect(listed.map(\.runs), is: [1], "The number of runs with the key")
      }
      let run = try await examiner.claimOne()
      _ = try await examiner.store.append([], to: run, then: .wait(.never, for: [decomposed]))
      let message = FlowMessage(.message(name: composed, body: nil), key: composed)
      try examiner.expect(try await examiner.store.send(message, to: number), is: .delivered(1), "The message")
      let same = FlowMessage(message.content, key: decomposed)
      try examiner.expect(
        try await examiner.store.send(same, to: number), is: .duplicate, "The key in another spelling")
      let woken = try await examiner.claimOne()
      _ = try await examiner.store.append([], to: woken, then: .end(.completed))
      try await examiner.subject.advance(.seconds(1))
      _ = try await examiner.store.forget(endedBefore: try await examiner.store.now(), limit: 9)
      let next = try await examiner.store.add(NewRun(flow: "order", key: composed)).run
      guard case .began(let began)? = try await examiner.store.records(of: next, after: 0, limit: 1).first?.body else {
        throw StoreLawViolation(law: examiner.law, "The first record isn't the beginning.")
      }
      try examiner.expect(began.reusesKey, is: true, "The mark of the second run with the key")
    },
  ]
}

extension StoreExaminer {
  /// Expects that a call is refused because of a name or a key.
  fileprivate func expectRefusal(
    because expected: String, _ body: () async throws(StoreError) -> Void
  ) async throws {
    do throws(StoreError) { try await body() } catch {
      guard case .unstorable(_, let reason) = error else { throw error }
      return try expect(reason, is: expected, "The reason")
    }
    throw StoreLawViolation(law: law, "A name or a key was accepted that can't be stored: \(expected).")
  }
}
