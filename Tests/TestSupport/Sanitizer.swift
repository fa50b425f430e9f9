import Foundation
package import Testing

/// Whether the tests run under the thread sanitizer, which makes each trial many times as expensive.
package let isThreadSanitized = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil

/// The number of trials of a race: fewer under the thread sanitizer, which finds a race in one trial.
package func trials(_ count: Int, sanitized: Int) -> Int {
  isThreadSanitized ? sanitized : count
}

/// The number of trials of code that is many times slower in a debug build. `.ci/optimized` makes them all.
package func trials(_ count: Int, debug: Int, sanitized: Int) -> Int {
  #if DEBUG
    trials(debug, sanitized: sanitized)
  #else
    trials(count, sanitized: sanitized)
  #endif
}

extension Trait where Self == ConditionTrait {
  /// Disables a test in which one thread counts a hundred thousand units: it takes minutes under the thread sanitizer,
  /// which has nothing to find there.
  package static var countsManyUnits: Self {
    .disabled(if: isThreadSanitized, "one thread counts a hundred thousand units")
  }
}
