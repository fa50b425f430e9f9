import StepKit
import Testing

@Suite("Observers of a list of steps")
struct StepObservingTests {
  @Test("hear of each change in order, one after the other, also of those that they make themselves")
  func order() {
    let bench = StepListHarness(.button(), .button(), .button())
    var told: [String] = []
    bench.view.observe { [unowned view = bench.view] change in
      told.append("first \(change)")
      view.perform(.press)
    }
    bench.view.observe { told.append("second \($0)") }
    bench.view.perform(.press)
    let changes: [StepFlowChange] = [.completed(step: 0), .completed(step: 1), .completed(step: 2), .finished]
    #expect(told == changes.flatMap { ["first \($0)", "second \($0)"] })
    #expect(bench.changes == changes)
  }

  @Test("are not told any more once they are removed, also by one that is told first")
  func removing() {
    let bench = StepListHarness(.button(), .button())
    var count = 0
    var second: StepObservation?
    bench.view.observe { [unowned view = bench.view] _ in
      if let second { view.remove(second) }
    }
    second = bench.view.observe { _ in count += 1 }
    bench.view.perform(.press)
    bench.view.perform(.press)
    #expect(count == 0)
  }

  @Test("find the list as it is after the change")
  func state() {
    let bench = StepListHarness(.button(), .button())
    var seen: [Int?] = []
    bench.view.observe { [unowned view = bench.view] _ in seen.append(view.currentIndex) }
    bench.view.perform(.press)
    #expect(seen == [1])
  }
}
