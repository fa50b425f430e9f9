package import FlowState

/// Steps for the flows of a ``FlowHarness``.
extension FlowHarness {
  /// A step that waits until the test completes it.
  package func waiting(_ identifier: String = "a", then next: (any Startable)? = nil) -> Step {
    let object = objects.makeObject()
    let step = Step(identifier: identifier) { [self] _ in
      object.touch()
      let handler = Handler()
      keep(handler, of: identifier)
      return handler
    }
    step.nextStep = next
    return step
  }

  /// A waiting step that notes when its work is stopped.
  package func stoppable(_ identifier: String = "a") -> Step {
    Step(identifier: identifier) { [self] _ in
      let handler = Handler()
      handler.onCancel { trace.note("\(identifier) stopped") }
      keep(handler, of: identifier)
      return handler
    }
  }

  /// A step that returns no handler, and so completes at once without a result.
  package func instant(_ identifier: String, then next: (any Startable)? = nil) -> Step {
    let step = Step(identifier: identifier) { _ in nil }
    step.nextStep = next
    return step
  }

  /// A step that completes its handler at once.
  package func completing(_ identifier: String = "a", _ result: String? = nil) -> Step {
    Step(identifier: identifier) { _ in
      let handler = Handler()
      handler.complete(result)
      return handler
    }
  }

  /// A step that fails at once a number of times, and then completes with `done`.
  package func failing(_ identifier: String = "a", times: Int = .max) -> Step {
    var started = 0
    return Step(identifier: identifier) { _ in
      let handler = Handler()
      started += 1
      if started <= times { handler.fail(TestError("mishap \(started)")) } else { handler.complete("done") }
      return handler
    }
  }
}
