package import FlowState

/// A journal that records the settlements of a durable run of a chain, and decides which values the next step receives.
///
/// Outside of tests, only the journal of FlowDurable conforms. Confined to the queue of the run.
package protocol ChainJournal: RunJournal {
  /// Records that a declared step has settled. The step's closures have returned, and the next step hasn't started.
  ///
  /// - Parameters:
  ///   - settlement: The step, its ending, and the route that the run takes.
  ///   - context: The values of the run. The journal takes their changes, and restores the values that the next step sees.
  ///   - open: Starts the next step, or fails the settled one with the error that it gets. Call it once, from any thread, when
  ///     the record is durable, or can't be made so. If it is released without a call, the run is abandoned.
  /// - Returns: The value that the next step receives, or an error with which the step fails instead.
  func record(
    _ settlement: ChainSettlement, in context: FlowContext, open: @escaping @Sendable (_ error: (any Error)?) -> Void
  ) -> ChainSettlement.Effect

  /// The number of failed attempts at the current visit.
  var failures: Int { get }

  /// Records that the current visit begins again after a delay. The run is set aside afterwards.
  func beginAgain(after error: FlowError, in delay: Duration)

  /// Takes back what the latest record has changed in the context, because the record could not be made.
  func withdraw(in context: FlowContext)
}

/// The settlement of a declared step in a durable run.
package struct ChainSettlement {
  /// The ending of the step.
  package enum Ending {
    /// The step completed with this result; nil for none.
    case result(Any?)
    /// The step failed, and a route caught the failure.
    case failure(FlowError)
  }

  /// The effect of a settlement on the run.
  package enum Effect {
    /// The run continues with this value: the recorded result, or the recorded error.
    case continues(with: Any?)
    /// The settlement can't be recorded, so the step fails.
    case fails(any Error)
  }

  /// The step.
  package let step: DeclaredStep
  /// The ending of the step.
  package let ending: Ending
  /// The label of the route; nil if the step has only one. The route after a failure always has a label.
  package let route: String?
  /// The step that is next; nil at the end of the chain.
  package let next: DeclaredStep?
}

/// The part of a durable run that begins now.
package struct ChainBeginning {
  /// The way in which the first step of this part starts or settles.
  package enum Start {
    /// The step starts.
    case starts
    /// The step settles at once with this result.
    case completes(Any?)
    /// The step settles at once with this failure.
    case fails(any Error)
    /// No step starts: the run undoes a visit and ends.
    case undoes(ChainUndo)
  }

  /// The name of the step.
  package var step: String
  /// The value that leads to the step: the content of the run, a result, or an error.
  package var value: Any?
  /// Whether the value is an error.
  package var isFailure = false
  /// Whether the value has the type `Any`, which every step takes.
  package var isAny = true
  /// The way in which the step starts or settles.
  package var start = Start.starts
  /// The values of the run's context.
  package var values: [(key: any FlowContextKey.Type, value: Any)] = []

  package init(at step: String, value: Any? = nil) {
    self.step = step
    self.value = value
  }
}

/// A visit to undo with the closure that the step has set for it; see `FlowStep.setUndo(_:)`. A visit that did not complete is
/// undone with the function of its declaration.
package struct ChainUndo {
  /// The result of the visit.
  package var result: Any?
  /// The values of the run's context after the visit.
  package var values: [(key: any FlowContextKey.Type, value: Any)]

  /// The visit, if it did not complete.
  package var interrupted: DeclaredVisit?

  package init(
    result: Any?, values: [(key: any FlowContextKey.Type, value: Any)], interrupted: DeclaredVisit? = nil
  ) {
    self.result = result
    self.values = values
    self.interrupted = interrupted
  }
}
