import Foundation
package import Testing

/// Whether the tests run under the thread sanitizer, which makes each trial many times as expensive.
package let isThreadSanitized = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil

extension Trait where Self == ConditionTrait {
  /// Disables a test or a suite in which one thread does everything: the thread sanitizer has nothing to find there.
  package static var usesOneThread: Self { .disabled(if: isThreadSanitized, "one thread does it all") }

  /// Disables a test in which one thread counts a hundred thousand units: it takes minutes under the thread sanitizer,
  /// which has nothing to find there.
  package static var countsManyUnits: Self {
    .disabled(if: isThreadSanitized, "one thread counts a hundred thousand units")
  }
}
