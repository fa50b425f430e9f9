import Foundation

/// How often the tests try what depends on chance or order.
package enum Trials {
  /// Whether the tests make all their trials, because `FLOWSTATE_TRIALS` is `all`, as in `.ci/run`. Otherwise
  /// `swift test` makes few of them, in a fraction of the time.
  package static let areAll = ProcessInfo.processInfo.environment["FLOWSTATE_TRIALS"] == "all"
}

/// The number of trials of a race, of the steps of a deep chain, or the list of what is tried.
///
/// - Parameters:
///   - all: All trials.
///   - few: The trials in `swift test` and under the thread sanitizer, which finds a race in one trial.
/// - Returns: One of the two.
package func trials<Amount>(_ all: Amount, few: Amount) -> Amount {
  Trials.areAll && !isThreadSanitized ? all : few
}

/// The trials of code that is many times slower in a debug build. A release build makes them all: `.ci/optimized` for the
/// engine, `swift test -c release -Xswiftc -enable-testing` for other modules.
package func trials<Amount>(_ all: Amount, debug: Amount, few: Amount) -> Amount {
  #if DEBUG
    trials(debug, few: few)
  #else
    trials(all, few: few)
  #endif
}
