import FlowStateTesting
import Testing

@testable import FlowDurable

/// The messages of a run as a store keeps them, beside an array.
struct StoredMessagesTests {
  private typealias Messages = StoredMessages<[UInt8]>

  @Test(arguments: 0..<40) func `Stored messages behave like a list, whichever messages are taken`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stored = Messages()
    var messages: [(number: Int, place: [UInt8], isCommand: Bool)] = []
    var number = 0
    for _ in 0..<1_000 {
      if Bool.random(using: &random) || messages.isEmpty {
        number += Int.random(in: 1...3, using: &random)
        let isCommand = Int.random(in: 0..<8, using: &random) == 0
        stored.append(number, command: isCommand ? "\(number)" : nil, at: [UInt8(number % 256)])
        messages.append((number, [UInt8(number % 256)], isCommand))
      } else {
        // Often the oldest one.
        let index = Bool.random(using: &random) ? 0 : Int.random(in: 0..<messages.count, using: &random)
        let message = messages.remove(at: index)
        #expect(stored.remove(message.number) == message.place)
        #expect(stored.remove(message.number) == nil)
        #expect(!stored.hasCommand("\(message.number)"))
      }
      #expect(stored.count == messages.count)
      #expect(stored.messageCount == messages.count { !$0.isCommand })
    }
    #expect(stored.all().map(\.number) == messages.map(\.number))
    #expect(stored.all().map(\.place) == messages.map(\.place))
    for message in messages { #expect(stored.hasCommand("\(message.number)") == message.isCommand) }
    let middle = messages.isEmpty ? 0 : messages[messages.count / 2].number
    let later = messages.map(\.number).filter { $0 > middle }
    #expect(stored.all(after: middle, atMost: 5).map(\.number) == Array(later.prefix(5)))
    stored.move(to: messages.map { _ in [7] })
    #expect(stored.all().map(\.number) == messages.map(\.number))
    #expect(stored.all().allSatisfy { $0.place == [7] })
  }

  @Test func `The smallest and the largest numbers trap nothing`() {
    var stored = Messages()
    stored.append(1, command: nil, at: [])
    #expect(stored.all(after: .max).isEmpty)
    #expect(stored.all(after: .min).count == 1)
    #expect(stored.remove(.max) == nil)
    #expect(stored.remove(.min) == nil)
  }
}
