import Foundation

/// A value behind a lock that the thread sanitizer understands. For `Mutex` on Linux, it reports races that don't
/// exist. `Locked` of FlowState can't be used here, because the nested packages' tests share this folder.
package final class Guarded<Value>: @unchecked Sendable {
  // Guard: `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
