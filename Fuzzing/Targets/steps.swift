// Modules: FlowState FlowJSON FlowScreens StepKit

import FlowJSON
import FlowState
import Foundation
import StepKit

/// Reads a list of steps and works on it at random, while time passes. The list must keep its promises all the way, and go on
/// where it was when it is written and read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  do {
    let steps = try Step.list(from: Data(input.document))
    let data = Step.data(of: steps)
    let again = try? Step.list(from: data)
    precondition(again.map(Step.data(of:)) == data, "What was written is read as the same list.")
    work(on: steps, &input.choices)
  } catch {
    precondition(!error.description.isEmpty && !error.expected.isEmpty && !error.found.isEmpty, "The error has texts.")
    precondition(0...input.document.count ~= error.position.offset, "The position lies in the text.")
  }
  return 0
}

private func work(on steps: [Step], _ choices: inout Choices) {
  let clock = SteppedClock()
  let view = StepFlowView(steps: steps, clock: clock)
  var endings = 0
  view.observe { change in
    if change == .finished { endings += 1 }
  }
  var completed = steps.count(where: \.completed)
  let wasFinished = view.isFinished
  for _ in 0..<64 where choices.areLeft {
    act(on: view, clock, &choices)
    let now = view.steps.count(where: \.completed)
    precondition(now >= completed, "A step that is completed stays so.")
    completed = now
    check(view)
  }
  precondition(endings == (view.isFinished && !wasFinished ? 1 : 0), "The end is told once.")
}

/// Does something with a list, offered or not.
private func act(on view: StepFlowView, _ clock: SteppedClock, _ choices: inout Choices) {
  let place = choices.number(below: 8) - 1
  let index = place < 0 ? nil : place
  switch choices.number(below: 12) {
  case 0: view.perform(.press, on: index)
  case 1: view.perform(.tick(item: choices.number(below: 5) - 1), on: index)
  case 2: view.perform(.advance, on: index)
  case 3: view.perform(.start, on: index)
  case 4: view.perform(.pause, on: index)
  case 5: view.perform(.resume, on: index)
  case 6:
    view.perform(.pick(seconds: choices.one(of: [0, 1, 59.5, -1, 1e300, .nan, .infinity, -.infinity])), on: index)
  case 7:
    clock.now += choices.one(of: [.zero, .nanoseconds(1), .seconds(1), .seconds(60), .seconds(1e9), .seconds(1e15)])
  case 8: view.toggle(place)
  case 9: view.enterBackground()
  case 10: view.becomeActive()
  default: takeOffer(of: view, &choices)
  }
  view.settle()
}

/// Each offered action must be possible.
private func takeOffer(of view: StepFlowView, _ choices: inout Choices) {
  guard !view.offers.isEmpty else { return }
  let interaction: StepInteraction =
    switch choices.one(of: view.offers) {
    case .press: .press
    case .tick(let item): .tick(item: item)
    case .advance: .advance
    case .start: .start
    case .pause: .pause
    case .resume: .resume
    case .pick: .pick(seconds: Double(choices.byte()))
    }
  let refusal = view.perform(interaction)
  precondition(refusal == nil, "What is offered is not refused: \(refusal?.description ?? "")")
}

private func check(_ view: StepFlowView) {
  precondition(
    view.currentIndex == view.steps.firstIndex { !$0.isCompleted }, "The first step to do is the current one.")
  precondition(view.isFinished || !view.offers.isEmpty, "There is always something to do.")
  if let remaining = view.remaining { precondition(remaining >= .zero, "No time is less than none.") }
  if let deadline = view.nextDeadline { precondition(deadline > view.clock.now, "A deadline is still to come.") }
  for index in view.steps.indices { _ = view.stepView(at: index).control?.label }
  let snapshot = view.snapshot()
  let data = Step.data(of: snapshot)
  guard let back = try? Step.list(from: data) else { preconditionFailure("What was written can be read.") }
  precondition(Step.data(of: back) == data, "What was written is read as the same list.")
  let other = StepFlowView(steps: back, clock: view.clock)
  precondition(other.currentIndex == view.currentIndex, "A list goes on where it was.")
  precondition(other.steps.map(\.completed) == view.steps.map(\.completed), "Progress is kept.")
}

/// A clock that stands until the target moves it; nobody waits for it. Guard of `@unchecked Sendable`: there is one thread.
private final class SteppedClock: FlowClock, @unchecked Sendable {
  var now = Duration.zero

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm { FlowAlarm {} }
}
