import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

struct FirstInFirstOutTests {
  @Test("Elements leave the queue in the order in which they arrive", arguments: 0..<10 as Range<UInt64>)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var line = FirstInFirstOut<Int>()
    var model: [Int] = []
    for number in 0..<1_000 {
      if Bool.random(using: &generator) {
        line.append(number)
        model.append(number)
      } else {
        #expect(line.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(line.first == model.first)
      #expect(line.isEmpty == model.isEmpty)
    }
  }

  @Test("An element is released as soon as it leaves the queue")
  func released() {
    let objects = ObjectCounter()
    var line = FirstInFirstOut<CountedObject>()
    for _ in 0..<10 { line.append(objects.makeObject()) }
    for left in (0..<10).reversed() {
      _ = line.popFirst()
      #expect(objects.living == left)
    }
  }
}
