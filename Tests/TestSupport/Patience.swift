package import Dispatch
import Foundation

/// What a test waited for in vain.
package struct Impatience: Error, CustomStringConvertible {
  package let description: String
}

/// Waits for a signal that might never come, and fails by the name of the test instead of hanging.
///
/// Neither the body nor the waiting needs a thread that other tests could keep busy. What the body starts should not either: a
/// Dispatch queue without a target has threads of its own, the global ones do not.
///
/// - Parameters:
///   - sentence: Says what has not happened, if the signal does not come.
///   - patience: Seconds to wait; far more than any machine needs.
///   - body: Starts what is to signal. Called on a thread of its own, which it may block.
/// - Throws: ``Impatience`` if there was no signal in time.
package func patiently(
  _ sentence: String, patience: Int = 20, _ body: @escaping @Sendable (_ done: DispatchSemaphore) -> Void
) async throws {
  let isDone = await onThread {
    let done = DispatchSemaphore(value: 0)
    Thread { body(done) }.start()
    return done.wait(timeout: .now() + .seconds(patience)) == .success
  }
  guard isDone else { throw Impatience(description: "\(sentence) within \(patience) seconds.") }
}
