import FlowDurable
import FlowJSON

extension FlowStoreLaws {
  /// Laws about calls at the same time.
  ///
  /// A store that reads, waits, and then writes what it has decided keeps all laws whose calls come one after the other.
  static let racing: [Law] = [
    Law("D4 Of claims at the same time, one gets each run") { examiner in
      var added: Set<RunNumber> = []
      for _ in 0..<20 { added.insert(try await examiner.add()) }
      var claimed = try await examiner.atOnce(8) { _ in try await examiner.claim(2) }.flatMap { $0 }
      // A claim may pass over runs that another claim is taking.
      claimed += try await examiner.claim(20)
      try examiner.expect(claimed.map(\.run).sorted(), is: added.sorted(), "The claimed runs")
      try examiner.expect(claimed.allSatisfy { $0.fence == 1 }, "A run was claimed twice.")
    },
    Law("D2 Of adds with one key at the same time, one adds a run") { examiner in
      let added = try await examiner.atOnce(20) { place in
        try await examiner.store.add(NewRun(flow: "order", key: "4711", content: .integer(Int64(place))))
      }
      try examiner.expect(added.count(where: \.isNew), is: 1, "The number of new runs")
      let found = try await examiner.store.runs(RunQuery(), after: nil, limit: 99).map(\.number)
      try examiner.expect(Set(added.map(\.run)), is: Set(found), "The numbers of the run")
      try examiner.expect(found.count, is: 1, "The number of runs")
    },
    Law("W3 Of answers to one visit at the same time, the store takes one") { examiner in
      let number = try await examiner.add()
      let waiting = FlowRecord(.waiting(.init(step: "address", visit: 1, names: ["Delivery"])))
      let run = try await examiner.claimOne()
      let record = try await examiner.store.append([waiting], to: run, then: .wait(.never, for: ["Delivery"]))
        .lastRecord
      let deliveries = try await examiner.atOnce(20) { place in
        try await examiner.store.send(answer("\(place)", at: record), to: number)
      }
      try examiner.expect(deliveries.count { $0 == .delivered(1) }, is: 1, "The number of answers that were taken")
      try examiner.expect(deliveries.count { $0 == .tooLate }, is: 19, "The number of answers that came too late")
      try examiner.expect(try await examiner.claimOne().messages.count, is: 1, "The messages")
    },
    Law("D5 A message that is sent while the run goes to rest makes it due") { examiner in
      let number = try await examiner.add()
      for round in 1...10 {
        let run = try await examiner.claimOne()
        async let rest = examiner.store.append([], to: run, then: .wait(.never, for: ["Shipped"]))
        _ = try await examiner.store.send(FlowMessage(.message(name: "Shipped", body: nil)), to: number)
        _ = try await rest
        let again = try await examiner.claimOne()
        try examiner.expect(again.messages.map(\.number), is: [round], "The messages")
        let taking = FlowRecord(.waiting(.init(step: "shipped", visit: round)), taking: [round])
        _ = try await examiner.store.append([taking], to: again, then: .release(after: .zero))
      }
    },
  ]
}

extension StoreExaminer {
  /// Makes calls at the same time. Returns their results, in the order of their ends.
  fileprivate func atOnce<Value: Sendable>(
    _ count: Int, _ call: @escaping @Sendable (_ place: Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      for place in 0..<count { group.addTask { try await call(place) } }
      var values: [Value] = []
      for try await value in group { values.append(value) }
      return values
    }
  }
}
