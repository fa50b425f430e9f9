extension FlowStep {
  /// Creates a step whose work is an async function of a value that the step provides when it starts.
  convenience init<Given: Sendable>(
    identifier: String, given: @escaping (FlowStep) -> Given?,
    work function: @escaping @Sendable (Given?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier) { step, lane in
      let handler = FlowStepHandler<Content, Result>()
      let work = AsyncWork(in: lane)
      if let watch = lane.run.probes?.watch { work.tell(watch, as: "task of step '\(step.identifier)'") }
      let given = given(step)
      handler.interruption = work.start {
        do {
          handler.complete(try await function(given))
        } catch is CancellationError where work.isCancelled {
          // The step has already settled as cancelled.
        } catch {
          handler.fail(error)
        }
      }
      return handler
    }
  }
}
