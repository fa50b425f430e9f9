import Foundation

/// Whether the tests run under the thread sanitizer, which makes each trial many times as expensive.
package let isThreadSanitized = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil

/// How many trials a race gets: fewer under the thread sanitizer, which finds a race in one.
package func trials(_ count: Int, sanitized: Int) -> Int {
  isThreadSanitized ? sanitized : count
}
