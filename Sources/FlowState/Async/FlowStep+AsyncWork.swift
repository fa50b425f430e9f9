extension FlowStep {
  /// Makes a step whose work is a function that is given something of the step when it starts.
  convenience init<Given: Sendable>(
    identifier: String, given: @escaping (FlowStep) -> Given?,
    work function: @escaping @Sendable (Given?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier) { step, lane in
      let handler = FlowStepHandler<Content, Result>()
      let work = AsyncWork(in: lane)
      let given = given(step)
      handler.interruption = work.start {
        do {
          handler.complete(try await function(given))
        } catch is CancellationError where work.isCancelled {
          // The step has been told already.
        } catch {
          handler.fail(error)
        }
      }
      return handler
    }
  }
}
