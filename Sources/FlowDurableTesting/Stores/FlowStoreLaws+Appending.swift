import FlowDurable
import FlowJSON
import FlowStateTesting

extension FlowStoreLaws {
  /// Laws about records.
  static let appending: [Law] = [
    Law("D2 Records get numbers and times, and come back as they were") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      try await examiner.subject.advance(.milliseconds(1_500))
      var unknown = FlowRecord(.unknown(["telepathy": "charge", "visit": 3]))
      unknown.lane = "left"
      var settled = examiner.settled("charge")
      settled.others = ["later": [1, 2]]
      var failed = FlowRecord.Settled(step: "shipped", visit: 2)
      failed.attempt = 3
      failed.failure = RecordedFailure(type: "Declined", text: "No.", value: ["code": 5])
      failed.route = "late"
      failed.milliseconds = 12
      var records = [
        FlowRecord(.started(.init(step: "charge", visit: 1, attempt: 2))), settled, FlowRecord(.settled(failed)),
        FlowRecord(.back(.init(to: "charge"))), FlowRecord(.undone(.init(step: "charge", visit: 1, attempt: 4))),
        FlowRecord(.moved(.init(from: "charge", to: "pay"))), FlowRecord(.parked(.init("Why.", step: "pay"))),
        FlowRecord(.waiting(.init(step: "w", visit: 1, due: StoreTime(milliseconds: 5), names: ["a", "b"]))), unknown,
        FlowRecord(
          .message(
            ReceivedMessage(
              number: 9, at: StoreTime(milliseconds: 4), message: FlowMessage(.message(name: "m", body: nil), key: "k"))
          )),
        FlowRecord(.ended(.init(.failed, result: nil, failure: RecordedFailure(type: "E", text: "e")))),
      ]
      let inbox = try await examiner.store.append(records, to: run, then: .hold(lease: .seconds(30)))
      try examiner.expect(inbox.lastRecord, is: records.count + 1, "The latest record")
      for place in records.indices {
        records[place].number = place + 2
        records[place].at = inbox.now
      }
      try examiner.expect(
        try await examiner.store.records(of: number, after: 1, limit: 99), is: records, "The records")
      try examiner.expect(
        try await examiner.store.records(of: number, after: 3, limit: 2), is: Array(records[2..<4]), "A page")
      try await examiner.subject.advance(.seconds(30))
      try examiner.expect(Array(try await examiner.claimOne().records.dropFirst()), is: records, "The claim's records")
    },
    Law("D3 An append is all or nothing") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      var large = FlowRecord.Settled(step: "charge", visit: 1)
      large.result = .string(String(repeating: "x", count: 1 << 20))
      let error = StoreError.tooLarge(
        value: "The result of step 'charge'", bytes: (1 << 20) + 2, limit: StoreLimits().value)
      try await examiner.expect(error, "A result of 1 MiB") { () async throws(StoreError) in
        _ = try await examiner.store.append(
          [examiner.settled("accept"), FlowRecord(.settled(large))], to: run, then: .end(.completed))
      }
      try examiner.expect(try await examiner.summary(of: number)?.lastRecord, is: 1, "The latest record")
      let snapshot = FlowRecord(.snapshot(.init(.string(String(repeating: "x", count: 2 << 20)), step: nil)))
      let inbox = try await examiner.store.append([snapshot], to: run, then: .hold(lease: .seconds(30)))
      try examiner.expect(inbox.lastRecord, is: 2, "The latest record after a snapshot of 2 MiB")
      let read = try await examiner.store.records(of: number, after: 0, limit: 9)
      try examiner.expect(read.map(\.body) == [snapshot.body], "A snapshot of 2 MiB is read as something else.")
      try await examiner.subject.advance(.seconds(30))
      let claimed = try await examiner.claimOne().records
      try examiner.expect(claimed == read, "A snapshot of 2 MiB is claimed as something else.")
    },
    Law("D12 Large values come back whole, and a body of more than 1 MiB is refused") { examiner in
      // Writing such values takes much of the time of all laws, so only the body has the largest size.
      let (size, limit) = (300_000, StoreLimits().value)
      func value(_ letter: String, _ bytes: Int) -> JSONValue { .string(String(repeating: letter, count: bytes - 2)) }
      func message(_ bytes: Int) -> FlowMessage { FlowMessage(.message(name: "Shipped", body: value("b", bytes))) }
      let new = NewRun(flow: "order", content: value("c", size))
      let number = try await examiner.store.add(new).run
      let error = StoreError.tooLarge(value: "The body of message 'Shipped'", bytes: limit + 1, limit: limit)
      try await examiner.expect(error, "A body of more than 1 MiB") { () async throws(StoreError) in
        _ = try await examiner.store.send(message(limit + 1), to: number)
      }
      _ = try await examiner.store.send(message(limit), to: number)
      let run = try await examiner.claimOne()
      var settled = FlowRecord.Settled(step: "charge", visit: 1)
      settled.result = value("r", size)
      _ = try await examiner.store.append([FlowRecord(.settled(settled))], to: run, then: .release(after: .zero))
      let again = try await examiner.claimOne()
      let bodies: [FlowRecord.Body] = [.began(FlowRecord.Began(new)), .settled(settled)]
      try examiner.expect(again.records.map(\.body) == bodies, "Large values are claimed as something else.")
      try examiner.expect(again.messages.map(\.message) == [message(limit)], "A body of 1 MiB is claimed as another.")
      let read = try await examiner.store.records(of: number, after: 0, limit: 9)
      try examiner.expect(read == again.records, "Large values are read as something else.")
    },
    Law("D7 What comes back is what JSON keeps") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      var settled = FlowRecord.Settled(step: "charge", visit: 1)
      settled.result = [.number(.infinity), 1.0, 1, .number(0.1), .integer(.max)]
      _ = try await examiner.store.append([FlowRecord(.settled(settled))], to: run, then: .hold(lease: .seconds(9)))
      let records = try await examiner.store.records(of: number, after: 1, limit: 1)
      guard case .settled(let found)? = records.first?.body else {
        throw StoreLawViolation(law: examiner.law, "The record isn't there.")
      }
      try examiner.expect(found.result, is: [nil, 1.0, 1, 0.1, .integer(.max)], "The result")
    },
    Law("D6 A wait ends by the store's clock, and its record says when") { examiner in
      _ = try await examiner.add()
      let run = try await examiner.claimOne()
      try await examiner.subject.advance(.seconds(7))
      let waiting = FlowRecord(.waiting(.init(step: "cool off", visit: 1)))
      let inbox = try await examiner.store.append(
        [waiting], to: run, then: .wait(.after(.microseconds(14 * 86_400_000_001)), for: []))
      try examiner.expect(inbox.leaseEnds, is: nil, "The end of the lease")
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs at once")
      try await examiner.subject.advance(.microseconds(14 * 86_400_000_000))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs a moment too early")
      try await examiner.subject.advance(.milliseconds(15))
      let again = try await examiner.claimOne()
      guard case .waiting(let found)? = again.records.last?.body, let due = found.due else {
        throw StoreLawViolation(law: examiner.law, "The record of the wait has no time.")
      }
      try examiner.expect(
        due, is: inbox.now.advanced(by: .microseconds(14 * 86_400_000_001)), "The time of the record")
      try examiner.expect(due <= again.now && again.attempt == 1, "The wait counts as an attempt.")
    },
    Law("D6 A wait whose end has passed is due at once, also after claims of other runs") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      for other in 1...3 {
        _ = try await examiner.add(key: "other \(other)")
        _ = try await examiner.store.append([], to: try await examiner.claimOne(), then: .end(.completed))
        try await examiner.subject.advance(.seconds(2))
      }
      let passed = try await examiner.store.now().advanced(by: .seconds(-5))
      _ = try await examiner.store.append([], to: run, then: .wait(.at(passed), for: []))
      let again = try await examiner.claimOne()
      try examiner.expect(again.run, is: number, "The run that is due")
      _ = try await examiner.store.append([], to: again, then: .wait(.at(StoreTime(milliseconds: .min)), for: []))
      try examiner.expect(try await examiner.claimOne().run, is: number, "The run that is due again")
    },
    Law("D11 A snapshot replaces the records before it") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      for visit in 1...300 {
        var records = [examiner.settled("loop", visit: visit)]
        if visit % 100 == 0 {
          records.append(FlowRecord(.snapshot(.init(["visit": .integer(Int64(visit))], step: "loop"))))
        }
        _ = try await examiner.store.append(records, to: run, then: .hold(lease: .seconds(30)))
      }
      let inbox = try await examiner.store.append([examiner.settled("tail")], to: run, then: .release(after: .zero))
      try examiner.expect(inbox.lastRecord, is: 305, "The latest record")
      let records = try await examiner.store.records(of: number, after: 0, limit: 999)
      try examiner.expect(records.map(\.number), is: [304, 305], "The records that are left")
      try examiner.expect(try await examiner.claimOne().records, is: records, "The records of the claim")
      try examiner.expect(try await examiner.summary(of: number)?.position, is: "shipped", "The position")
    },
  ]
}
