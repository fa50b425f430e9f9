import FlowState
import Synchronization

/// One visit of a run to a page. It connects the page with the run.
final class PageVisit: Sendable {
  /// The handler of the page's step. The visit owns it, so that a page that the system has removed abandons nothing.
  let handler: AnyFlowStepHandler
  /// The run that was started.
  let run: FlowRunID
  /// The number of requests to go back that had been taken when the visit began.
  let takenCount: Int
  /// Whether the run is alive, to which the step belongs.
  let isRunAlive: @Sendable () -> Bool
  /// Makes the run go back, on its queue.
  let goBack: @Sendable () -> Void
  /// The result of the visit that was taken back when the run went back to the page; nil if there is none.
  let earlierResult: (any Sendable)?
  /// Completes the handler without a result.
  let completeWithoutResult: @Sendable () -> Void

  init(
    handler: AnyFlowStepHandler, run: FlowRunID, takenCount: Int, isRunAlive: @escaping @Sendable () -> Bool,
    goBack: @escaping @Sendable () -> Void,
    earlierResult: (any Sendable)?, completeWithoutResult: @escaping @Sendable () -> Void
  ) {
    self.handler = handler
    self.run = run
    self.takenCount = takenCount
    self.isRunAlive = isRunAlive
    self.goBack = goBack
    self.earlierResult = earlierResult
    self.completeWithoutResult = completeWithoutResult
  }
}

/// A handler whose content has no type.
protocol ResultReceiver<Result>: AnyFlowStepHandler {
  associatedtype Result

  /// Reports a result.
  func complete(_ result: sending Result?)
}

extension FlowStepHandler: ResultReceiver {}

/// The run that a step works for, as far as it is known.
final class StepRun: Sendable {
  private let latest = Mutex<FlowRunID?>(nil)

  /// The run of the latest start; nil before the first one.
  var id: FlowRunID? {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}

/// An object that lives as long as the run whose callback captures it.
final class RunLife: Sendable {}
