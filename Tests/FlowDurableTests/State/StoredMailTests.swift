import FlowStateTesting
import Testing

@testable import FlowDurable

/// The messages of a run as a store keeps them, beside an array.
struct StoredMailTests {
  private typealias Mail = StoredMail<[UInt8]>

  @Test(arguments: 0..<40) func `it is like a list, whichever letters are taken`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var mail = Mail()
    var letters: [(number: Int, place: [UInt8], isCommand: Bool)] = []
    var number = 0
    for _ in 0..<1_000 {
      if Bool.random(using: &random) || letters.isEmpty {
        number += Int.random(in: 1...3, using: &random)
        let isCommand = Int.random(in: 0..<8, using: &random) == 0
        mail.append(number, command: isCommand ? .back(to: "\(number)") : nil, at: [UInt8(number % 256)])
        letters.append((number, [UInt8(number % 256)], isCommand))
      } else {
        // Often the oldest one.
        let index = Bool.random(using: &random) ? 0 : Int.random(in: 0..<letters.count, using: &random)
        let letter = letters.remove(at: index)
        #expect(mail.remove(letter.number) == letter.place)
        #expect(mail.remove(letter.number) == nil)
        #expect(!mail.hasCommand(.back(to: "\(letter.number)")))
      }
      #expect(mail.count == letters.count)
      #expect(mail.messageCount == letters.count { !$0.isCommand })
    }
    #expect(mail.letters().map(\.number) == letters.map(\.number))
    #expect(mail.letters().map(\.place) == letters.map(\.place))
    for letter in letters { #expect(mail.hasCommand(.back(to: "\(letter.number)")) == letter.isCommand) }
    let middle = letters.isEmpty ? 0 : letters[letters.count / 2].number
    let later = letters.map(\.number).filter { $0 > middle }
    #expect(mail.letters(after: middle, atMost: 5).map(\.number) == Array(later.prefix(5)))
    mail.move(to: letters.map { _ in [7] })
    #expect(mail.letters().map(\.number) == letters.map(\.number))
    #expect(mail.letters().allSatisfy { $0.place == [7] })
  }

  @Test func `numbers at the edges trap nothing`() {
    var mail = Mail()
    mail.append(1, command: nil, at: [])
    #expect(mail.letters(after: .max).isEmpty)
    #expect(mail.letters(after: .min).count == 1)
    #expect(mail.remove(.max) == nil)
    #expect(mail.remove(.min) == nil)
  }
}
