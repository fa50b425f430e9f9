import FlowState
import Synchronization

/// The handler that a step has returned last.
final class LatestHandler: Sendable {
  private let latest = Mutex<FlowStepHandler<Any, Int>?>(nil)

  func give(_ handler: FlowStepHandler<Any, Int>) {
    latest.withLock { $0 = handler }
  }

  func take() -> FlowStepHandler<Any, Int>? {
    latest.withLock { $0.take() }
  }
}
