/// Executes code as on another thread, while a closure of a run executes.
package enum OtherThread {
  /// Executes a closure as on a thread that executes no code of a run, while the caller's closure of a run waits.
  package static func perform(_ body: () -> Void) {
    let slot = CurrentThread.eventLoopKey
    let delivery = CurrentThread.delivery(in: slot)
    CurrentThread.leave(slot, to: CurrentThread.Delivery(eventLoop: nil))
    body()
    CurrentThread.leave(slot, to: delivery)
  }
}
