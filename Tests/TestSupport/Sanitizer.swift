import Foundation
package import Testing

/// Whether the tests run under the thread sanitizer, which makes each trial many times as expensive.
package let isThreadSanitized = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil

/// How many trials a race gets: fewer under the thread sanitizer, which finds a race in one.
package func trials(_ count: Int, sanitized: Int) -> Int {
  isThreadSanitized ? sanitized : count
}

/// How many trials there are of what a debug build does many times as slowly. `.ci/optimized` makes them all.
package func trials(_ count: Int, debug: Int, sanitized: Int) -> Int {
  #if DEBUG
    trials(debug, sanitized: sanitized)
  #else
    trials(count, sanitized: sanitized)
  #endif
}

extension Trait where Self == ConditionTrait {
  /// For what one thread counts over a hundred thousand units: minutes under the thread sanitizer, which has nothing to find.
  package static var countsManyUnits: Self {
    .disabled(if: isThreadSanitized, "one thread counts a hundred thousand units")
  }
}
