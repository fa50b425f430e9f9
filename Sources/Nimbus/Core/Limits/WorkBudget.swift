import FlowJSON
import FlowScreens

/// How much the expressions of one event, or of one document that is loaded, may still cost.
///
/// Each value is small enough, but a `forEach` of a few bytes can ask for a hundred thousand of them, or for as many searches
/// by a pattern that never ends.
final class WorkBudget {
  private let logger: any FlowLogger
  private var left = NimbusLimits.work
  private var hasReported = false

  init(_ logger: any FlowLogger) {
    self.logger = logger
  }

  /// Starts anew, because something else has begun.
  func renew() {
    left = NimbusLimits.work
    hasReported = false
  }

  /// Takes what something costs.
  ///
  /// - Returns: Whether there was enough left.
  func spend(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return left > 0
  }

  /// Says where the expressions end, the first time only.
  func report(_ path: @autoclosure () -> String) {
    guard !hasReported else { return }
    hasReported = true
    logger.error(
      "The expressions cost more than \(NimbusLimits.work) values and bytes; those of \(path()) and all later ones are null."
    )
  }
}

extension JSONValue {
  /// About how much an operation has to look at, without going through what is inside.
  var shallowSize: Int {
    switch self {
    case .null, .bool, .integer, .number: 1
    case .string(let text): 1 + text.utf8.count
    case .array(let elements): 1 + elements.count
    case .object(let members): 1 + members.count
    }
  }
}
