import FlowDurable
import FlowJSON

extension FlowStoreLaws {
  private static func shipped(_ number: Int, key: String? = nil) -> FlowMessage {
    FlowMessage(.message(name: "Shipped", body: ["number": .integer(Int64(number))]), key: key)
  }

  /// Laws about messages.
  static let sending: [Law] = [
    Law("D5 A message that the run waits for makes it due at once") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      _ = try await examiner.store.append([], to: run, then: .wait(.after(.seconds(60)), for: ["Paid", "Shipped"]))
      _ = try await examiner.store.send(FlowMessage(.message(name: "Other", body: nil)), to: number)
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after another message")
      try examiner.expect(try await examiner.store.send(shipped(1), to: number), is: .delivered(2), "The delivery")
      let again = try await examiner.claimOne()
      try examiner.expect(again.messages.map(\.number), is: [1, 2], "The messages")
      try examiner.expect(again.messages.last?.message, is: shipped(1), "The message")
      try examiner.expect(again.seen, is: 2, "The number of messages that the worker knows of")
    },
    Law("D5 A message that arrives while the run goes to rest isn't slept through") { examiner in
      let number = try await examiner.add()
      var run = try await examiner.claimOne()
      _ = try await examiner.store.send(shipped(1), to: number)
      let inbox = try await examiner.store.append([], to: run, then: .wait(.never, for: ["Shipped"]))
      try examiner.expect(inbox.messages.map(\.message), is: [shipped(1)], "The messages of the append")
      run = try await examiner.claimOne()
      try examiner.expect(run.messages.map(\.message), is: [shipped(1)], "The messages of the claim")
      // Messages that the worker has received don't wake the run again.
      _ = try await examiner.store.append([], to: run, then: .wait(.never, for: ["Shipped"]))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs with known messages only")
    },
    Law("The messages that wait are listed without a claim") { examiner in
      let number = try await examiner.add()
      for message in 1...3 { _ = try await examiner.store.send(shipped(message), to: number) }
      let run = try await examiner.claimOne()
      let taking = FlowRecord(.waiting(.init(step: "shipped", visit: 1)), taking: [1])
      _ = try await examiner.store.append([taking], to: run, then: .wait(.never, for: ["Shipped"]))
      let left = try await examiner.store.messages(of: number, after: 0, limit: 9)
      try examiner.expect(left.map(\.number), is: [2, 3], "The messages that wait")
      try examiner.expect(left.map(\.message), is: [shipped(2), shipped(3)], "What they say")
      let later = try await examiner.store.messages(of: number, after: 2, limit: 9)
      try examiner.expect(later.map(\.number), is: [3], "The messages after one")
      let first = try await examiner.store.messages(of: number, after: 0, limit: 1)
      try examiner.expect(first.map(\.number), is: [2], "The first message")
      let unknown = RunNumber(rawValue: 999_999)
      try await examiner.expect(.unknownRun(unknown), "Messages of no run") { () async throws(StoreError) in
        _ = try await examiner.store.messages(of: unknown, after: 0, limit: 1)
      }
    },
    Law("D5 A heartbeat brings the messages") { examiner in
      let number = try await examiner.add()
      var run = try await examiner.claimOne()
      _ = try await examiner.store.send(shipped(1), to: number)
      _ = try await examiner.store.send(FlowMessage(.cancel), to: number)
      let inbox = try await examiner.store.append([], to: run, then: .hold(lease: .seconds(30)))
      try examiner.expect(inbox.messages.map(\.number), is: [1, 2], "The messages")
      run.note(inbox)
      try examiner.expect([run.seen, run.messages.count], is: [2, 2], "What the claim knows")
      let next = try await examiner.store.append([], to: run, then: .hold(lease: .seconds(30)))
      try examiner.expect(next.messages.count, is: 0, "Messages that are known already")
    },
    Law("D2 A message counts once for each key, also after it was taken and after the end") { examiner in
      let number = try await examiner.add()
      try examiner.expect(try await examiner.store.send(shipped(1, key: "w"), to: number), is: .delivered(1), "First")
      try examiner.expect(try await examiner.store.send(shipped(2, key: "w"), to: number), is: .duplicate, "Second")
      try examiner.expect(try await examiner.store.send(shipped(3), to: number), is: .delivered(2), "Without a key")
      try examiner.expect(try await examiner.store.send(shipped(3), to: number), is: .delivered(3), "Without a key")
      let run = try await examiner.claimOne()
      let taking = FlowRecord(.waiting(.init(step: "shipped", visit: 1)), taking: [1, 3])
      _ = try await examiner.store.append([taking], to: run, then: .release(after: .zero))
      try examiner.expect(try await examiner.store.send(shipped(4, key: "w"), to: number), is: .duplicate, "Taken")
      let again = try await examiner.claimOne()
      try examiner.expect(again.messages.map(\.number), is: [2], "The messages that are left")
      _ = try await examiner.store.append([], to: again, then: .end(.completed))
      try examiner.expect(try await examiner.store.send(shipped(5, key: "w"), to: number), is: .duplicate, "Ended")
      try await examiner.expect(.runEnded(number), "A message to a run that has ended") { () async throws(StoreError) in
        _ = try await examiner.store.send(shipped(6), to: number)
      }
      try await examiner.expect(.unknownRun(RunNumber(rawValue: 99)), "To an unknown run") {
        () async throws(StoreError) in
        _ = try await examiner.store.send(shipped(6), to: RunNumber(rawValue: 99))
      }
    },
    Law("D10 A command wakes a parked run, a message doesn't") { examiner in
      let number = try await examiner.add()
      for command in [FlowMessage.Content.retry, .cancel, .back(to: "charge")] {
        let run = try await examiner.claimOne()
        let parked = FlowRecord(.parked(.init("It can't continue.")), taking: run.messages.map(\.number))
        _ = try await examiner.store.append([parked], to: run, then: .park("It can't continue."))
        try await examiner.subject.advance(.seconds(86_400))
        _ = try await examiner.store.send(shipped(1), to: number)
        try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after a message")
        _ = try await examiner.store.send(FlowMessage(command), to: number)
      }
      let run = try await examiner.claimOne()
      try examiner.expect(run.messages.last?.message.content, is: .back(to: "charge"), "The latest command")
    },
    Law("D16 A command takes up a run that has failed or was cancelled, and no other run that has ended") { examiner in
      let (retry, back, cancel) = (FlowMessage(.retry), FlowMessage(.back(to: "charge")), FlowMessage(.cancel))
      for (ending, commands) in [
        (RunEnding.completed, []), (.failed, [retry, back, cancel]), (.cancelled, [retry, back]),
      ] {
        let number = try await examiner.add(key: ending.rawValue)
        for command in commands {
          _ = try await examiner.store.append([], to: try await examiner.claimOne(), then: .end(ending))
          try await examiner.subject.advance(.seconds(1))
          let delivery = try await examiner.store.send(command, to: number)
          guard case .delivered = delivery else {
            throw StoreLawViolation(law: examiner.law, "A command to a run that has \(ending): \(delivery).")
          }
          try examiner.expect(try await examiner.store.send(command, to: number), is: .duplicate, "The same again")
          _ = try await examiner.store.forget(endedBefore: try await examiner.store.now(), limit: 9)
          try examiner.expect(try await examiner.summary(of: number)?.state.kind, is: .ready, "The run's state")
          let run = try await examiner.claimOne()
          try examiner.expect(run.messages.map(\.message), is: [command], "The messages of the claim")
          try examiner.expect(run.attempt, is: 1, "The attempt")
          let record = FlowRecord(.message(run.messages[0]), taking: [run.messages[0].number])
          _ = try await examiner.store.append([record], to: run, then: .release(after: .zero))
        }
        _ = try await examiner.store.append([], to: try await examiner.claimOne(), then: .end(ending))
        for message in [retry, back, cancel, shipped(1)] where !commands.contains(message) {
          try await examiner.expect(.runEnded(number), "A message to a run that has ended") {
            () async throws(StoreError) in
            _ = try await examiner.store.send(message, to: number)
          }
        }
      }
    },
    Law("D16 A message that the end of a run has dropped doesn't come back when the run is retried") { examiner in
      for ending in [RunEnding.failed, .cancelled] {
        let number = try await examiner.add(key: ending.rawValue)
        let run = try await examiner.claimOne()
        // The worker hasn't received these when it ends the run.
        let back = FlowMessage(.back(to: "charge"))
        for message in [shipped(1), shipped(2, key: "w"), back, FlowMessage(.retry)] {
          _ = try await examiner.store.send(message, to: number)
        }
        _ = try await examiner.store.append([], to: run, then: .end(ending))
        try examiner.expect(
          try await examiner.store.messages(of: number, after: 0, limit: 9), is: [], "The messages after the end")
        try examiner.expect(try await examiner.store.send(shipped(3, key: "w"), to: number), is: .duplicate, "The key")
        try examiner.expect(
          try await examiner.store.send(FlowMessage(.retry), to: number), is: .delivered(5), "The same command")
        let again = try await examiner.claimOne()
        try examiner.expect(again.messages.map(\.message), is: [FlowMessage(.retry)], "The messages of the claim")
        try examiner.expect(try await examiner.store.send(shipped(4, key: "w"), to: number), is: .duplicate, "The key")
        try examiner.expect(try await examiner.store.send(back, to: number), is: .delivered(6), "Another command")
        try examiner.expect(try await examiner.summary(of: number)?.waitingMessages, is: 2, "The waiting messages")
        _ = try await examiner.store.append([], to: again, then: .end(.completed))
      }
    },
    Law("The same command doesn't wait twice") { examiner in
      let number = try await examiner.add()
      try examiner.expect(try await examiner.store.send(FlowMessage(.cancel), to: number), is: .delivered(1), "First")
      try examiner.expect(try await examiner.store.send(FlowMessage(.cancel), to: number), is: .duplicate, "Second")
      let back = FlowMessage(.back(to: "charge"))
      try examiner.expect(try await examiner.store.send(back, to: number), is: .delivered(2), "Another command")
      let run = try await examiner.claimOne()
      let record = FlowRecord(.back(.init(to: "charge")), taking: [1, 2])
      _ = try await examiner.store.append([record], to: run, then: .hold(lease: .seconds(30)))
      try examiner.expect(try await examiner.store.send(FlowMessage(.cancel), to: number), is: .delivered(3), "Later")
    },
    Law("D10 A command that a parked run has received before wakes it again") { examiner in
      let number = try await examiner.add()
      for command in [FlowMessage.Content.retry, .cancel, .back(to: "charge")] {
        let delivery = try await examiner.store.send(FlowMessage(command), to: number)
        guard case .delivered = delivery else {
          throw StoreLawViolation(law: examiner.law, "The command \(command): \(delivery).")
        }
        // The workers die before they take the command.
        for _ in 0..<5 {
          _ = try await examiner.claimOne()
          try await examiner.subject.advance(.seconds(31))
        }
        try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after five claims")
        try examiner.expect(try await examiner.summary(of: number)?.state.kind, is: .parked, "The run's state")
        let again = try await examiner.store.send(FlowMessage(command), to: number)
        try examiner.expect(again, is: .duplicate, "The same command again")
        try examiner.expect(try await examiner.summary(of: number)?.attempts, is: 0, "The claims without a record")
        let run = try await examiner.claimOne()
        try examiner.expect(run.messages.map(\.message.content), is: [command], "The messages of the claim")
        let taking = FlowRecord(.waiting(.init(step: "shipped", visit: 1)), taking: run.messages.map(\.number))
        _ = try await examiner.store.append([taking], to: run, then: .release(after: .zero))
      }
    },
    Law("D10 A command gives a run whose workers have died all claims again, and a touch doesn't") { examiner in
      let number = try await examiner.add()
      func die(_ times: Int) async throws {
        for _ in 0..<times {
          _ = try await examiner.claimOne()
          try await examiner.subject.advance(.seconds(31))
        }
      }
      try await die(5)
      _ = try await examiner.store.send(FlowMessage(.retry), to: number)
      try await die(4)
      _ = try await examiner.claimOne()
      // The run is held for the fifth time since.
      _ = try await examiner.store.send(FlowMessage(.cancel), to: number)
      try await examiner.subject.advance(.seconds(31))
      let run = try await examiner.claimOne()
      try examiner.expect(run.attempt, is: 1, "The claims since the command")
      try examiner.expect(run.messages.map(\.message.content), is: [.retry, .cancel], "The messages of the claim")
      try await examiner.subject.advance(.seconds(31))
      try await die(4)
      _ = try await examiner.store.send(FlowMessage(.touch), to: number)
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after five claims and a touch")
      try examiner.expect(try await examiner.summary(of: number)?.state.kind, is: .parked, "The run's state")
    },
    Law("D5 A command that arrives while the run is parked isn't slept through") { examiner in
      let number = try await examiner.add()
      var run = try await examiner.claimOne()
      _ = try await examiner.store.send(FlowMessage(.cancel), to: number)
      let parked = FlowRecord(.parked(.init("It can't continue.")))
      _ = try await examiner.store.append([parked], to: run, then: .park("It can't continue."))
      run = try await examiner.claimOne()
      try examiner.expect(run.messages.map(\.message.content), is: [.cancel], "The messages of the claim")
      // Messages that the worker has received don't wake the run again.
      _ = try await examiner.store.append([], to: run, then: .park("It can't continue."))
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs with known messages only")
      try examiner.expect(
        try await examiner.summary(of: number)?.state, is: .parked("It can't continue."), "The run's state")
    },
    Law("D12 10,000 messages wait at most, and commands still arrive") { examiner in
      let number = try await examiner.add()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { for message in 0..<200 { _ = try await examiner.store.send(shipped(message), to: number) } }
        }
        try await group.waitForAll()
      }
      try await examiner.expect(.inboxFull(number, limit: 10_000), "One message more") { () async throws(StoreError) in
        _ = try await examiner.store.send(shipped(0), to: number)
      }
      let delivery = try await examiner.store.send(FlowMessage(.cancel), to: number)
      try examiner.expect(delivery, is: .delivered(10_001), "The command")
      let found = try await examiner.claimOne().messages.map(\.number)
      try examiner.expect(found.count, is: 10_001, "The number of messages")
      try examiner.expect(found == Array(1...10_001), "The messages aren't in the order of their numbers.")
    },
    Law("D12 100 commands wait at most, and a run can still be cancelled") { examiner in
      let number = try await examiner.add()
      for step in 1...100 {
        let delivery = try await examiner.store.send(FlowMessage(.back(to: "step \(step)")), to: number)
        try examiner.expect(delivery, is: .delivered(step), "The command")
      }
      try await examiner.expect(.inboxFull(number, limit: 100), "One step more") { () async throws(StoreError) in
        _ = try await examiner.store.send(FlowMessage(.back(to: "step 101")), to: number)
      }
      let again = try await examiner.store.send(FlowMessage(.back(to: "step 7")), to: number)
      try examiner.expect(again, is: .duplicate, "A command that waits")
      for (content, place) in [(FlowMessage.Content.cancel, 101), (.retry, 102)] {
        let delivery = try await examiner.store.send(FlowMessage(content), to: number)
        try examiner.expect(delivery, is: .delivered(place), "The command \(content)")
      }
      try examiner.expect(try await examiner.store.send(shipped(1), to: number), is: .delivered(103), "A message")
      let run = try await examiner.claimOne()
      try examiner.expect(run.messages.map(\.number), is: Array(1...103), "The messages")
      let record = FlowRecord(.back(.init(to: "step 1")), taking: [1, 2, 3])
      _ = try await examiner.store.append([record], to: run, then: .hold(lease: .seconds(30)))
      let next = try await examiner.store.send(FlowMessage(.back(to: "step 101")), to: number)
      try examiner.expect(next, is: .delivered(104), "A command when others were taken")
    },
  ]
}
