import Foundation

/// How often the tests try what depends on chance or order.
package enum Trials {
  /// Whether the tests make all their trials, because `FLOWSTATE_TRIALS` is `all`, as in `.ci/run`. Otherwise
  /// `swift test` makes few of them, in a fraction of the time.
  package static let areAll = ProcessInfo.processInfo.environment["FLOWSTATE_TRIALS"] == "all"
}

/// The number of trials of a race, or of the steps of a deep chain.
///
/// - Parameters:
///   - count: The number of all trials.
///   - few: The number of trials in `swift test` and under the thread sanitizer, which finds a race in one trial.
/// - Returns: One of the two numbers.
package func trials(_ count: Int, few: Int) -> Int {
  Trials.areAll && !isThreadSanitized ? count : few
}

/// The number of trials of code that is many times slower in a debug build. `.ci/optimized` makes them all.
package func trials(_ count: Int, debug: Int, few: Int) -> Int {
  #if DEBUG
    trials(debug, few: few)
  #else
    trials(count, few: few)
  #endif
}
