import StepKit
import Testing

@Suite("Observers of a list of steps")
struct StepObservingTests {
  @Test("Observers receive each change in order, also the changes that an observer makes")
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

  @Test("A removed observer receives no change, also if an earlier observer removes it")
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

  @Test("An observer sees the list after the change")
  func state() {
    let bench = StepListHarness(.button(), .button())
    var seen: [Int?] = []
    bench.view.observe { [unowned view = bench.view] _ in seen.append(view.currentIndex) }
    bench.view.perform(.press)
    #expect(seen == [1])
  }
}
