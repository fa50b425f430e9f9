import FlowDurable

extension FlowStoreLaws {
  /// Laws about claims and leases.
  static let claiming: [Law] = [
    Law("D4 A lease that has run out is due, also for another worker") { examiner in
      let number = try await examiner.add()
      let first = try await examiner.claimOne()
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs while the lease holds")
      try await examiner.subject.advance(.seconds(29))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after 29 seconds")
      try await examiner.subject.advance(.seconds(1))
      let second = try await examiner.claimOne()
      try examiner.expect(second.run, is: number, "The run")
      try examiner.expect([second.fence, second.attempt], is: [first.fence + 1, 2], "Fence and attempt")
      try examiner.expect(second.leaseEnds, is: second.now.advanced(by: .seconds(30)), "The end of the lease")
    },
    Law("D6 A heartbeat extends the lease") { examiner in
      _ = try await examiner.add()
      let run = try await examiner.claimOne()
      for _ in 0..<5 {
        try await examiner.subject.advance(.seconds(20))
        let inbox = try await examiner.store.append([], to: run, then: .hold(lease: .seconds(30)))
        try examiner.expect(inbox.leaseEnds, is: inbox.now.advanced(by: .seconds(30)), "The end of the lease")
        try examiner.expect(inbox.lastRecord, is: 1, "The latest record")
      }
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after 100 seconds of heartbeats")
      try await examiner.subject.advance(.seconds(30))
      try examiner.expect(try await examiner.claimOne().attempt, is: 2, "The attempt after a lost lease")
    },
    Law("D3 A worker that has lost the lease changes nothing") { examiner in
      let number = try await examiner.add()
      let old = try await examiner.claimOne()
      try await examiner.subject.advance(.seconds(30))
      let new = try await examiner.claimOne()
      let dispositions: [RunDisposition] = [
        .hold(lease: .seconds(30)), .release(after: .zero), .wait(.never, for: []), .park("No."), .end(.failed),
      ]
      for disposition in dispositions {
        for records in [[], [examiner.settled("charge")]] {
          try await examiner.expect(.leaseLost(number), "An append with the old fence") { () async throws(StoreError) in
            _ = try await examiner.store.append(records, to: old, then: disposition)
          }
        }
      }
      let inbox = try await examiner.store.append([examiner.settled("charge")], to: new, then: .end(.completed))
      try examiner.expect(inbox.lastRecord, is: 2, "The number of the first record that counts")
      try await examiner.expect(.leaseLost(number), "An append after the end") { () async throws(StoreError) in
        _ = try await examiner.store.append([], to: new, then: .hold(lease: .seconds(30)))
      }
    },
    Law("D3 A worker that was late but wasn't replaced still holds its run") { examiner in
      _ = try await examiner.add()
      let run = try await examiner.claimOne()
      try await examiner.subject.advance(.seconds(300))
      _ = try await examiner.store.append([examiner.settled("charge")], to: run, then: .hold(lease: .seconds(30)))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs")
    },
    Law("D10 A run that was claimed five times without a record is parked") { examiner in
      let number = try await examiner.add()
      for attempt in 1...5 {
        try examiner.expect(try await examiner.claimOne().attempt, is: attempt, "The attempt")
        try await examiner.subject.advance(.seconds(30))
      }
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after five attempts")
      let reason =
        "Claimed 5 times without a record, at the start. Its workers have died, or lost their leases."
      try examiner.expect(try await examiner.summary(of: number)?.state, is: .parked(reason), "The state")
      let last = try await examiner.store.records(of: number, after: 1, limit: 9)
      try examiner.expect(last.map(\.body), is: [.parked(.init(reason))], "The records")
      _ = try await examiner.store.send(FlowMessage(.retry), to: number)
      try examiner.expect(try await examiner.claimOne().attempt, is: 1, "The attempt after a retry")
    },
    Law("D8 A run that was released is due as it was, and the claim doesn't count") { examiner in
      let number = try await examiner.add()
      for _ in 1...9 {
        let run = try await examiner.claimOne()
        try examiner.expect(run.attempt, is: 1, "The attempt")
        _ = try await examiner.store.append([], to: run, then: .release(after: .zero))
      }
      let run = try await examiner.claimOne()
      _ = try await examiner.store.append([], to: run, then: .release(after: .seconds(5)))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs within the delay")
      try await examiner.subject.advance(.seconds(5))
      try examiner.expect(try await examiner.claimOne().run, is: number, "The run after the delay")
    },
    Law("D10 A worker gets only flows that it knows, of its queue") { examiner in
      var slow = NewRun(flow: "order")
      slow.queue = "slow"
      _ = try await examiner.store.add(slow)
      _ = try await examiner.store.add(NewRun(flow: "signup"))
      let order = try await examiner.add()
      let runs = try await examiner.store.claim(
        ClaimRequest(["order", "order", "unknown"], limit: 9, lease: .seconds(30)))
      try examiner.expect(runs.map(\.run), is: [order], "The runs of the flow and the queue")
      let none = try await examiner.store.claim(ClaimRequest(["signup", "order"], limit: 0, lease: .seconds(30)))
      try examiner.expect(none.count, is: 0, "Runs at a limit of 0")
    },
    Law("Priorities come first, then tenants in turns, then the longest wait") { examiner in
      func add(_ tenant: String?, priority: Int = 0) async throws -> RunNumber {
        var run = NewRun(flow: "order")
        run.tenant = tenant
        run.priority = priority
        try await examiner.subject.advance(.milliseconds(1))
        return try await examiner.store.add(run).run
      }
      let a1 = try await add("a")
      let a2 = try await add("a")
      let a3 = try await add("a")
      let b1 = try await add("b")
      let b2 = try await add("b")
      let none = try await add(nil)
      let urgent = try await add("a", priority: 3)
      let first = try await examiner.claim(4).map(\.run)
      // At this point, tenant 'a' holds its urgent run.
      try examiner.expect(first, is: [urgent, b1, none, a1], "The first four runs")
      let second = try await examiner.claim(9).map(\.run)
      try examiner.expect(second, is: [b2, a2, a3], "The other runs")
    },
  ]
}
