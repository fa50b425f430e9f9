import FlowDurable
import FlowJSON

extension FlowStoreLaws {
  /// Laws about stores that survive their process. They succeed for other stores.
  static let keeping: [Law] = [
    Law("D1 What was acknowledged is there after the process has ended") { examiner in
      guard let reopen = examiner.subject.reopen else { return }
      var store = examiner.store
      var numbers: [RunNumber] = []
      for key in 0..<6 { numbers.append(try await store.add(NewRun(flow: "order", key: "\(key)")).run) }
      let request = ClaimRequest(["order"], limit: 5, lease: .seconds(30))
      let runs = try await store.claim(request)
      try examiner.expect(runs.count, is: 5, "The claimed runs")
      let dispositions: [RunDisposition] = [
        .hold(lease: .seconds(30)), .wait(.after(.seconds(60)), for: ["Shipped"]), .park("It can't continue."),
        .end(.cancelled), .release(after: .seconds(90)),
      ]
      for (run, disposition) in zip(runs, dispositions) {
        _ = try await store.append([examiner.settled("charge")], to: run, then: disposition)
      }
      let message = FlowMessage(.message(name: "Other", body: ["a": 1]), key: "w")
      _ = try await store.send(message, to: numbers[1])
      var before = try await store.runs(RunQuery(), after: nil, limit: 99)
      try examiner.expect(before.map(\.number), is: numbers, "The runs before the end")
      var records: [[FlowRecord]] = []
      for number in numbers { records.append(try await store.records(of: number, after: 0, limit: 99)) }
      store = try await reopen(store)
      let after = try await store.runs(RunQuery(), after: nil, limit: 99)
      // The worker of a held run has died with the process, or its lease is still valid.
      if let first = after.first, first.state.kind == .ready { before[0].state = first.state }
      try examiner.expect(after, is: before, "The runs")
      for (number, expected) in zip(numbers, records) {
        try examiner.expect(try await store.records(of: number, after: 0, limit: 99), is: expected, "The records")
      }
      try examiner.expect(try await store.send(message, to: numbers[1]), is: .duplicate, "The message's key")
      let again = try await store.add(NewRun(flow: "order", key: "3"))
      try examiner.expect(!again.isNew, "The run's key is free.")
      try examiner.expect(try await store.add(NewRun(flow: "order")).run.rawValue, is: 7, "The next number")
    },
    Law("D14 The keys of removed runs are known after the process has ended") { examiner in
      guard let reopen = examiner.subject.reopen else { return }
      _ = try await examiner.add(key: "4711")
      _ = try await examiner.store.append([], to: try await examiner.claimOne(), then: .end(.completed))
      try await examiner.subject.advance(.seconds(1))
      _ = try await examiner.store.forget(endedBefore: try await examiner.store.now(), limit: 9)
      let store = try await reopen(examiner.store)
      let run = try await store.add(NewRun(flow: "order", key: "4711")).run
      let records = try await store.records(of: run, after: 0, limit: 1)
      guard case .began(let began)? = records.first?.body else {
        throw StoreLawViolation(law: examiner.law, "The first record isn't the beginning.")
      }
      try examiner.expect(began.reusesKey, is: true, "The mark of the second run with the key")
    },
    Law("D3 A claim of the process that has ended is worth nothing") { examiner in
      guard let reopen = examiner.subject.reopen else { return }
      let number = try await examiner.add()
      let old = try await examiner.claimOne()
      let store = try await reopen(examiner.store)
      try await examiner.subject.advance(.seconds(30))
      let runs = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
      try examiner.expect(runs.map { [$0.fence, $0.attempt] }, is: [[2, 2]], "Fence and attempt")
      try await examiner.expect(.leaseLost(number), "An append with the old fence") { () async throws(StoreError) in
        _ = try await store.append([], to: old, then: .end(.completed))
      }
    },
  ]
}
