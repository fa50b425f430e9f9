import FlowState

extension ScheduleStage {
  /// Registers an event that happens once, when the explorer chooses it.
  ///
  /// - Parameters:
  ///   - name: The name of the event in schedules. Events with the same name are numbered.
  ///   - isOptional: A Boolean value that indicates whether a schedule can end without the event, such as a second tap.
  ///     In the plain order, an optional event doesn't happen.
  ///   - action: The closure that lets the event happen. The explorer calls it on its own thread, not on the run's
  ///     queue, and then releases it.
  /// - Returns: The event, which you can withdraw until it happens.
  @discardableResult
  public func addEvent(
    _ name: String, isOptional: Bool = false, _ action: @escaping @Sendable () -> Void
  ) -> PendingEvent {
    event(add(name, [], isOptional: isOptional) { _ in action() })
  }

  /// Registers an event that happens once, in one of several ways.
  ///
  /// - Parameters:
  ///   - name: The name of the event in schedules.
  ///   - isOptional: A Boolean value that indicates whether a schedule can end without the event.
  ///   - actions: The name of each way in schedules, and the closure that lets the event happen in this way. The
  ///     explorer calls one of the closures, once.
  /// - Returns: The event, which you can withdraw until it happens.
  @discardableResult
  public func addEvent(
    _ name: String, isOptional: Bool = false, anyOf actions: KeyValuePairs<String, @Sendable () -> Void>
  ) -> PendingEvent {
    requireUse(!actions.isEmpty, "Event '\(name)' was registered without a way to happen; it needs at least one.")
    let ways = actions.map(\.value)
    return event(add(name, actions.map(\.key), isOptional: isOptional) { way in ways[way]() })
  }

  /// Lets the explorer advance the time although no timer is waiting, for code that reads the clock.
  ///
  /// In schedules, this is an optional event with the name `time`, as in `time#1: 60s`. It happens at most once. Timers
  /// that fall due in this time are called. To let time pass twice, call this method twice.
  ///
  /// - Parameter durations: The times from which the explorer chooses. Traps if there are none, or if one isn't greater
  ///   than zero.
  public func letTimePass(_ durations: Duration...) {
    requireUse(
      !durations.isEmpty && durations.allSatisfy { $0 > .zero },
      "A stage can let time pass only by durations that are greater than zero; there must be at least one.")
    _ = add("time", durations.map(\.shortText), isOptional: true) { [unowned self] way in timers.pass(durations[way]) }
  }

  func add(
    _ name: String, _ ways: [String], isOptional: Bool = false, isAnswer: Bool = false,
    _ happen: @escaping @Sendable (Int) -> Void
  ) -> Int {
    withState { $0.pending.add(name, ways, isOptional: isOptional, isAnswer: isAnswer, happen) }
  }

  private func event(_ id: Int) -> PendingEvent {
    PendingEvent { [weak self] in
      // Release the event's closure without holding the lock.
      withExtendedLifetime(self?.withState { $0.pending.take(id) }) {}
    }
  }
}

extension Duration {
  /// The duration in seconds without unnecessary zeros: `60s`, `1.5s`.
  fileprivate var shortText: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds)s" }
    let digits = "\(attoseconds + 1_000_000_000_000_000_000)".dropFirst()
    let fraction = digits.reversed().drop { $0 == "0" }.reversed()
    return "\(seconds).\(String(fraction))s"
  }
}
