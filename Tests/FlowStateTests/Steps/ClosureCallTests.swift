import Dispatch
@testable import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A step calls its closures without retaining them: they stay while a call is on the stack, whatever the call does.
struct ClosureCallTests: Sendable {
  let queue = DispatchQueue(label: "ClosureCallTests")
  let objects = ObjectCounter()
  let notes = LockedList<String>()

  typealias Step = FlowStep<Any, Int>

  /// Makes an object that the calling closure alone keeps.
  private func guarded(_ name: String, _ body: @escaping (Step, Int?) -> Void) -> (Step, Int?) -> Void {
    let object = objects.makeObject()
    return { [notes] step, result in
      body(step, result)
      object.touch()
      notes.append("\(name) \(result ?? -1)")
    }
  }

  @Test func `A completion closure that is replaced in its own call stays until the call is over`() {
    queue.sync {
      _ = Flow(Any.self, Void.self, identifier: "F", on: queue) { _ in
        var completions = 0
        let step = Step(identifier: "s") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          completions += 1
          handler.complete(completions)
          return handler
        }
        step.setCompletion(
          guarded("first") { step, _ in
            step.setCompletion(guarded("lost") { _, _ in })
            step.setCompletion(
              guarded("second") { step, _ in
                notes.append("\(objects.living) alive")
                step.nextStep = completions < 3 ? step : nil
              })
            notes.append("\(objects.living) alive")
            step.nextStep = step
          })
        return step
      }.start()
    }
    queue.sync {}
    // Of two closures that a call sets, the later one counts.
    #expect(notes.all == ["2 alive", "first 1", "1 alive", "second 2", "1 alive", "second 3"])
    #expect(objects.living == 0)
  }

  @Test func `A step that its completion closure takes apart releases the closure after the call`() {
    queue.sync {
      let step = Step(identifier: "s") { _ in nil }
      step.setCompletion(guarded("only") { step, _ in step.dismantle() })
      step.conclude(with: 1)
      #expect(objects.living == 0)
      step.conclude(with: 2)
    }
    #expect(notes.all == ["only 1"])
  }

  @Test func `A completion closure that completes its own step again finds the latest one`() {
    let step = Step(identifier: "s") { _ in nil }
    step.setCompletion(
      guarded("outer") { [unowned step] _, result in
        guard result == 1 else { return }
        step.conclude(with: 2)
        step.setCompletion(guarded("inner") { _, _ in })
        step.conclude(with: 3)
      })
    step.conclude(with: 1)
    step.conclude(with: 4)
    #expect(notes.all == ["outer 2", "inner 3", "outer 1", "inner 4"])
  }

  @Test func `An intent that takes its step apart stays until the call is over`() {
    queue.sync {
      _ = Flow(Any.self, Void.self, identifier: "F", on: queue) { [objects, notes] _ in
        let object = objects.makeObject()
        return Step(identifier: "s") { step in
          step.dismantle()
          object.touch()
          notes.append("\(objects.living) alive")
          return nil
        }
      }.start()
    }
    queue.sync {}
    #expect(notes.all == ["1 alive"])
    #expect(objects.living == 0)
  }

  @Test func `An intent that has taken its step apart can set new closures and content`() {
    let step = Step(identifier: "s") { step in
      step.dismantle()
      step.setCompletion(guarded("new") { _, _ in })
      return nil
    }
    let numbers = FlowStep(Int.self, Int.self, identifier: "n") { step in
      step.dismantle()
      step.content = 42
      return nil
    }
    run(step)
    run(numbers)
    #expect(notes.all == ["new -1"])
    #expect(numbers.content == 42)
  }

  /// Starts a step in a run of its own, and waits for its end.
  private func run(_ step: AnyFlowStep) {
    let step = UnsafeTransfer(step)
    try? Flow(Any.self, Void.self, identifier: "F", on: queue) { _ in step.value }.runAndWait()
  }

  @Test func `A step that is taken apart in its own intent can't start again`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      var starts = 0
      ClosureCallTests.play(
        Step(identifier: "s") { step in
          starts += 1
          step.dismantle()
          if starts == 1 { ClosureCallTests.play(step) }
          return nil
        })
    }
    expectSaid(
      result, "Step 's' was made by a run that has ended and taken its steps apart; it cannot be started again.")
  }

  /// Runs a flow of a step inside the caller.
  @MainActor private static func play(_ step: Step) {
    let queue = ManualQueue()
    Flow(Any.self, Void.self, identifier: "F", onMainActor: { _ in step }).on(queue).start()
    queue.play()
  }

  @MainActor @Test func `A step can start inside itself more often than a byte can count`() {
    var starts = 0
    ClosureCallTests.play(
      Step(identifier: "s") { step in
        starts += 1
        if starts < 300 { ClosureCallTests.play(step) }
        return nil
      })
    #expect(starts == 300)
  }

  // MARK: Using the step during the release of a closure

  /// Returns a closure that calls `deed` when it is released.
  private func dying(_ name: String, _ deed: @escaping () -> Void) -> (Step, Int?) -> Void {
    let last = LastDeed(deed)
    return guarded(name) { _, _ in withExtendedLifetime(last) {} }
  }

  @Test func `A closure that is set while the previous one is released stays`() {
    let step = Step(identifier: "s") { _ in nil }
    step.setCompletion(
      dying("first") { [unowned step] in
        step.setCompletion(dying("third") { step.setCompletion(guarded("fourth") { _, _ in }) })
      })
    step.setCompletion(guarded("second") { _, _ in })
    step.conclude(with: 1)
    step.setCompletion(guarded("fifth") { _, _ in })
    step.conclude(with: 2)
    #expect(notes.all == ["third 1", "fourth 2"])
    step.dismantle()
    #expect(objects.living == 0)
  }

  @Test func `A closure that is set while a replaced one is released after its call stays`() {
    let step = Step(identifier: "s") { _ in nil }
    let last = Box<LastDeed?>(LastDeed { [unowned step] in step.setCompletion(guarded("third") { _, _ in }) })
    step.setCompletion { [last = last.value, notes] step, result in
      step.setCompletion(guarded("second") { _, _ in })
      withExtendedLifetime(last) { notes.append("first \(result ?? -1)") }
    }
    last.value = nil
    step.conclude(with: 1)
    step.conclude(with: 2)
    #expect(notes.all == ["first 1", "third 2"])
  }

  @Test func `A completion during the release of the old closure goes to the new closure`() {
    let step = Step(identifier: "s") { _ in nil }
    step.setCompletion(dying("old") { [unowned step] in step.conclude(with: 1) })
    step.setCompletion(guarded("new") { _, _ in })
    step.conclude(with: 2)
    #expect(notes.all == ["new 1", "new 2"])
  }

  @Test func `A closure that is set while the step is taken apart is released with it`() {
    do {
      let step = Step(identifier: "s") { _ in nil }
      step.setCompletion(dying("old") { [unowned step] in step.setCompletion(guarded("new") { _, _ in }) })
      step.dismantle()
      step.conclude(with: 1)
      #expect(objects.living == 1)
    }
    #expect(notes.all == ["new 1"])
    #expect(objects.living == 0)
  }

  @Test func `A step that several runs start inside each other works in all of them`() throws {
    let ends = LockedList<String>()
    let handlers = LockedList<FlowStepHandler<Any, Int>>()
    let shared = queue.sync { UnsafeTransfer(sharedStep(goingOn: handlers)) }
    let waiting = Flow(Any.self, Void.self, identifier: "Waiting", on: queue) { _ in
      let wait = Step(identifier: "wait") { _ in
        handlers.append(FlowStepHandler(Any.self, Int.self))
        return handlers.all.last
      }
      wait.setCompletion { wait, _ in wait.nextStep = shared.value }
      return wait
    }
    for number in 1...3 { waiting.start { _ in ends.append("\(number)") } }
    queue.sync {}
    waiting.start { _ in ends.append("4") }
    queue.sync {}
    try #require(handlers.all.count == 4)
    queue.sync { handlers.all[3].complete(0) }
    queue.sync {
      #expect(shared.value.intentCalls == 0 && !shared.value.isCompleting)
    }
    #expect(ends.all == ["1", "2", "3", "4"])
    #expect(
      notes.all == [
        "start 4", "completion 4", "start 3", "completion 3", "start 2", "completion 2", "start 1", "completion 1",
      ])
  }

  /// A step whose intent continues a run that starts the step, too.
  private func sharedStep(goingOn handlers: LockedList<FlowStepHandler<Any, Int>>) -> Step {
    var starts = 0
    let object = objects.makeObject()
    let shared = Step(identifier: "shared") { [notes] _ in
      starts += 1
      let number = starts
      if number < 4 { handlers.all[3 - number].complete(0) }
      object.touch()
      notes.append("start \(number)")
      let handler = FlowStepHandler(Any.self, Int.self)
      handler.complete(number)
      return handler
    }
    shared.setCompletion(guarded("completion") { _, _ in })
    return shared
  }
}

/// Calls a closure when it is released.
private final class LastDeed {
  private let deed: () -> Void

  init(_ deed: @escaping () -> Void) {
    self.deed = deed
  }

  deinit { deed() }
}
