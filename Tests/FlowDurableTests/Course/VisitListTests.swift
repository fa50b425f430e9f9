import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDurable

/// The visits of a course, beside an array.
@Suite(.usesOneThread)
struct VisitListTests {
  private func visit(_ number: Int, isUndoable: Bool = false) -> RunCourse.Visit {
    RunCourse.Visit(step: "s\(number % 3)", number: number, left: .content, isUndoable: isUndoable)
  }

  @Test(arguments: 0..<40) func `A visit list behaves like an array, whatever is done at its ends`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (list, array) = (VisitList(), [RunCourse.Visit]())
    var copies: [(VisitList, [RunCourse.Visit])] = []
    // The end that grows faster changes, so that the list is empty, within a chunk, and thousands long.
    for phase in 0..<8 {
      let weights = [(8, 1, 0), (4, 1, 4), (1, 8, 0), (0, 0, 1), (1, 0, 1)][Int.random(in: 0..<5, using: &random)]
      for number in 0..<Int.random(in: 1...1_500, using: &random) {
        let dice = Int.random(in: 0..<max(1, weights.0 + weights.1 + weights.2), using: &random)
        if dice < weights.0 {
          let visit = visit(phase * 10_000 + number, isUndoable: Bool.random(using: &random))
          list.append(visit)
          array.append(visit)
        } else if dice < weights.0 + weights.1 {
          #expect(list.popLast() == array.popLast())
        } else {
          #expect(list.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
        }
        if Int.random(in: 0..<200, using: &random) == 0 { copies.append((list, array)) }
      }
      copies.append((list, array))
    }
    for (list, array) in copies {
      #expect(Array(list) == array)
      #expect(list.count == array.count)
      #expect(list.last == array.last)
      #expect(Set(list.undoableSteps) == Set(array.filter(\.isUndoable).map(\.step)))
    }
  }

  @Test func `Lists with the same visits are equal, however they were made`() {
    var (one, other) = (VisitList(), VisitList())
    for number in 0..<100 { one.append(visit(number)) }
    for number in 50..<100 { other.append(visit(number)) }
    #expect(one != other)
    for _ in 0..<50 { _ = one.popFirst() }
    #expect(one == other)
  }
}
