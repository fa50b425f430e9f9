import Testing

@testable import FlowStateTesting

struct FilledQueuesTests {
  @Test("The filled queue with the lowest place comes first, and each place comes once")
  func order() {
    var generator = SeededGenerator(seed: 5)
    var filled = FilledQueues()
    var expected: Set<Int> = []
    for _ in 0..<10_000 {
      if Bool.random(using: &generator) {
        let place = Int.random(in: 0..<40, using: &generator)
        filled.insert(place)
        expected.insert(place)
      } else {
        let first = expected.min()
        #expect(filled.popFirst() == first)
        if let first { expected.remove(first) }
      }
    }
  }
}
