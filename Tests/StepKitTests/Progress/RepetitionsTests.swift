import Testing

@testable import StepKit

@Suite("Repetitions")
struct RepetitionsTests {
  @Test("SK-14: Repetitions are confirmed one by one, the last one with Done")
  func advancing() {
    var repetitions = Repetitions(total: 3)
    var seen: [String] = []
    while !repetitions.isCompleted {
      seen.append("\(repetitions.text) \(repetitions.label)")
      expectTrue(repetitions.advance())
    }
    #expect(seen == ["1 of 3 Next", "2 of 3 Next", "3 of 3 Done"])
    expectTrue(!repetitions.advance())
    #expect(repetitions.text == "3 of 3")
  }

  @Test("There is at least one repetition", arguments: [1, 0, -5, .min])
  func few(total: Int) {
    var repetitions = Repetitions(total: total)
    #expect(repetitions.text == "1 of 1")
    #expect(repetitions.label == "Done")
    expectTrue(repetitions.advance())
    #expect(repetitions.isCompleted)
  }

  @Test("Repetitions resume from the given progress, limited to their bounds")
  func resumed() {
    #expect(Repetitions(total: 3, done: 2).number == 3)
    #expect(Repetitions(total: 3, done: -2).number == 1)
    #expect(Repetitions(total: 3, done: 9).isCompleted)
    #expect(Repetitions(of: .stepper(total: 3, completed: true))?.isCompleted == true)
    #expect(Repetitions(of: .stepper(total: 3, completedRepetitions: 1))?.number == 2)
    #expect(Repetitions(of: .button()) == nil)
    #expect(Repetitions(total: .max, done: .max - 1).text == "\(Int.max) of \(Int.max)")
  }
}
