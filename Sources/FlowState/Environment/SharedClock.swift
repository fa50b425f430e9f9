/// The clock of a flow, which all of its runs share. A reference is smaller than the clock, and quicker to copy.
///
/// Its functions aren't inlined, because a caller would copy the clock first.
final class SharedClock: Sendable {
  let clock: any FlowClock

  init(_ clock: any FlowClock) {
    self.clock = clock
  }

  var now: Duration {
    @inline(never) get { clock.now }
  }

  @inline(never)
  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    clock.schedule(after: delay, call)
  }
}
