import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDurable

/// The messages of a held run, beside an array.
@Suite(.usesOneThread)
struct WaitingMessagesTests {
  private func claimed(_ messages: [ReceivedMessage]) -> ClaimedRun {
    let now = StoreTime(milliseconds: 0)
    return ClaimedRun(
      run: RunNumber(rawValue: 1), flow: "f", key: nil, queue: "q", tenant: nil, priority: 0, fence: 1, attempt: 1,
      now: now, leaseEnds: now, records: [], messages: messages, seen: 0)
  }

  @Test(arguments: 0..<trials(40, few: 8))
  func `Waiting messages behave like a list, whichever messages are taken`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (waiting, list) = (WaitingMessages(), [ReceivedMessage]())
    var number = 0
    for _ in 0..<500 {
      if Int.random(in: 0..<3, using: &random) > 0 || list.isEmpty {
        let contents: [FlowMessage.Content] = [
          .message(name: "a", body: 1), .message(name: "b", body: 2), .cancel, .retry,
        ]
        let new = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          number += 1
          let content = contents[Int.random(in: 0..<40, using: &random) % 11 % 4]
          let time = StoreTime(milliseconds: Int64(number))
          return ReceivedMessage(number: number, at: time, message: FlowMessage(content))
        }
        var run = claimed(new)
        waiting.take(from: &run)
        #expect(run.messages.isEmpty)
        list += new
      } else {
        var taken = [Bool.random(using: &random) ? list[0].number : list.randomElement(using: &random)?.number ?? 0]
        if Bool.random(using: &random) { taken.append(999_999) }
        for name in ["a", "b", "c"] {
          let expected = list.first { message in
            guard case .message(name, _) = message.message.content else { return false }
            return !taken.contains(message.number)
          }
          #expect(waiting.first(named: name, besides: taken) == expected)
        }
        waiting.remove(taken)
        list.removeAll { taken.contains($0.number) }
      }
      #expect(waiting.count == list.count)
      #expect(waiting.commands == list.filter(\.message.isCommand))
      #expect(waiting.latest == list.map(\.at).max())
      #expect(list.allSatisfy { waiting.contains($0.number) })
    }
  }
}
