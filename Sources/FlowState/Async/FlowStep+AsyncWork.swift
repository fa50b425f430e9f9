extension FlowStep {
  /// Creates a step whose work is an async function of a value that the step provides when it starts.
  convenience init<Given: Sendable>(
    identifier: String, given: @escaping (FlowStep) -> Given?,
    work function: @escaping @Sendable (Given?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier) { step, lane in
      let handler = FlowStepHandler<Content, Result>()
      let work = AsyncWork(in: lane)
      if let watch = lane.run.probes?.watch { work.register(with: watch, as: "task of step '\(step.identifier)'") }
      let given = given(step)
      handler.makeConnection().interruption = work.start {
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

  /// Creates a step whose work is an async function of a value that the step provides when it starts, for another module.
  package convenience init<Given: Sendable>(
    identifier: String, taking given: @escaping (FlowStep) -> Given,
    _ work: @escaping @Sendable (Given) async throws -> Result?
  ) where Result: Sendable {
    self.init(identifier: identifier, given: { given($0) }) { given in
      guard let given else { return nil }
      return try await work(given)
    }
  }
}
