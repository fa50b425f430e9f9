import FlowDurable
import FlowJSON

extension FlowStoreLaws {
  private static let token = VisitToken(run: RunNumber(rawValue: 1), step: "address", number: 1)

  static func answer(_ text: String, at record: Int, key: String? = nil) -> FlowMessage {
    FlowMessage(
      .message(name: "Delivery", body: .string(text)), key: key,
      answering: VisitAnswer(token, restingAt: record, draft: ["typed": .string(text)]))
  }

  /// Laws about answers to visits, and about changes of answers.
  static let answering: [Law] = [
    Law("W3 Of two answers to one visit, the store takes one") { examiner in
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      let waiting = FlowRecord(.waiting(.init(step: "address", visit: 1, names: ["Delivery"])))
      let inbox = try await examiner.store.append([waiting], to: run, then: .wait(.never, for: ["Delivery"]))
      let record = inbox.lastRecord
      for wrong in [record - 1, record + 1] {
        try examiner.expect(
          try await examiner.store.send(answer("wrong", at: wrong), to: number), is: .tooLate, "At another record")
      }
      try examiner.expect(try await examiner.claim().count, is: 0, "Due runs after answers that came too late")
      try examiner.expect(
        try await examiner.store.send(answer("first", at: record), to: number), is: .delivered(1), "The first answer")
      try examiner.expect(
        try await examiner.store.send(answer("second", at: record), to: number), is: .tooLate, "The second answer")
      let again = try await examiner.claimOne()
      try examiner.expect(again.messages.map(\.message), is: [answer("first", at: record)], "The messages")
      try examiner.expect(
        try await examiner.store.send(answer("third", at: record), to: number), is: .tooLate, "To a held run")
      _ = try await examiner.store.append([], to: again, then: .wait(.never, for: []))
      // The step awaits nothing by name, and the answer still reaches it.
      try examiner.expect(
        try await examiner.store.send(answer("fourth", at: record, key: "k"), to: number), is: .delivered(2), "Again")
      let last = try await examiner.claimOne()
      try examiner.expect(last.messages.map(\.number), is: [1, 2], "The messages that wait")
      _ = try await examiner.store.append([], to: last, then: .end(.completed))
      try await examiner.expect(.runEnded(number), "An answer to a run that has ended") { () async throws(StoreError) in
        _ = try await examiner.store.send(answer("fifth", at: record), to: number)
      }
    },
    Law("A change of an answer is a command, one for each visit at a time") { examiner in
      func change(_ text: String, of number: Int = 1) -> FlowMessage {
        let visit = VisitToken(run: token.run, step: "address", number: number)
        return FlowMessage(.change(VisitChange(visit, message: "Delivery", .string(text), keepsLater: true)))
      }
      let number = try await examiner.add()
      let run = try await examiner.claimOne()
      _ = try await examiner.store.append([], to: run, then: .wait(.never, for: ["Delivery"]))
      try examiner.expect(
        try await examiner.store.send(change("first"), to: number), is: .delivered(1), "The first change")
      try examiner.expect(
        try await examiner.store.send(change("second"), to: number), is: .duplicate, "A change of the same visit")
      try examiner.expect(
        try await examiner.store.send(change("other", of: 2), to: number), is: .delivered(2), "Of another visit")
      try examiner.expect(
        try await examiner.store.send(FlowMessage(.touch), to: number), is: .delivered(3), "A touch")
      try examiner.expect(
        try await examiner.store.send(FlowMessage(.touch), to: number), is: .duplicate, "The touch again")
      let again = try await examiner.claimOne()
      try examiner.expect(
        again.messages.map(\.message), is: [change("first"), change("other", of: 2), FlowMessage(.touch)],
        "The messages")
      _ = try await examiner.store.append([], to: again, then: .end(.failed))
      for command in [change("later"), FlowMessage(.touch)] {
        try await examiner.expect(.runEnded(number), "To a run that has failed") { () async throws(StoreError) in
          _ = try await examiner.store.send(command, to: number)
        }
      }
    },
  ]
}
