import Dispatch
import FlowState

extension WaitingRuns {
  /// Each run has a queue of its own, as a flow without a queue gives it.
  static let flowState = Contender("FlowState") { size, stopwatch in measure(size, stopwatch, on: nil) }

  /// All runs share a queue.
  static let flowStateOnOneQueue = Contender("FlowState, one queue") { size, stopwatch in
    measure(size, stopwatch, on: .serial("runs"))
  }

  /// All runs share a queue and have the waiting step only, whose closures do the work of the other two as well. It shows what a step
  /// costs.
  static let oneStep = Contender("FlowState, one queue, one step") { size, stopwatch in
    let callbacks = WaitingCallbacks<FlowStepHandler<Int, Int>>(size)
    let flow = Flow(Int.self, Int.self, identifier: "Waiting", on: .serial("runs")) { scope in
      let run = scope.content ?? 0
      let wait = FlowStep(Int.self, Int.self, identifier: "Wait") { step in
        step.content = first(run)
        let handler = FlowStepHandler(Int.self, Int.self)
        callbacks.wait(run, handler)
        return handler
      }
      wait.setCompletion { wait, back in scope.result = last(wait.content ?? 0, called: back ?? 0) }
      return wait
    }
    return start(flow, size, stopwatch, callbacks)
  }

  private static func measure(_ size: Int, _ stopwatch: Stopwatch, on queue: DispatchQueue?) -> Int {
    let callbacks = WaitingCallbacks<FlowStepHandler<Int, Int>>(size)
    let flow = Flow(Int.self, Int.self, identifier: "Waiting", on: queue) { scope in
      let run = scope.content ?? 0
      let begin = FlowStep(Int.self, Int.self, identifier: "Begin") { step in
        let handler = FlowStepHandler(Int.self, Int.self)
        handler.complete(first(step.content ?? 0))
        return handler
      }
      let wait = FlowStep(Int.self, Int.self, identifier: "Wait") { _ in
        let handler = FlowStepHandler(Int.self, Int.self)
        callbacks.wait(run, handler)
        return handler
      }
      let end = FlowStep(Int.self, Int.self, identifier: "End") { [unowned wait] step in
        let handler = FlowStepHandler(Int.self, Int.self)
        handler.complete(last(wait.content ?? 0, called: step.content ?? 0))
        return handler
      }
      begin.content = run
      begin.setCompletion { begin, value in
        wait.content = value
        begin.nextStep = wait
      }
      wait.setCompletion { wait, back in
        end.content = back
        wait.nextStep = end
      }
      end.setCompletion { _, value in scope.result = value }
      return begin
    }
    return start(flow, size, stopwatch, callbacks)
  }

  private static func start(
    _ flow: Flow<Int, Int>, _ size: Int, _ stopwatch: Stopwatch,
    _ callbacks: WaitingCallbacks<FlowStepHandler<Int, Int>>
  ) -> Int {
    callbacks.measure(stopwatch) { run in
      flow.start(run) { outcome in
        if case .completed(let value?) = outcome { callbacks.end(with: value) }
      }
    } callBack: { run, handler in
      handler.complete(callback(run))
    }
  }
}
