import FlowState

extension StepFlowView {
  /// The time on the clock at which the running timer finishes. Nil if no timer is running or the list is in the
  /// background.
  ///
  /// The value changes only when the list changes. To schedule a call at this time, read the value again after each
  /// change that ``observe(_:)`` reports.
  public var nextDeadline: Duration? { countdown?.deadline }

  /// The remaining time of the current step's timer. Nil if the step has no timer.
  public var remaining: Duration? { countdown?.remaining(at: clock.now) }

  /// Returns the steps with their current progress, including a running timer. A list created from them continues from
  /// this point.
  public func snapshot() -> [Step] {
    guard let currentIndex, let countdown else { return steps }
    var steps = steps
    steps[currentIndex].action = steps[currentIndex].action.counted(countdown, at: clock.now)
    return steps
  }

  /// Finishes the running timer if its time has run down.
  ///
  /// Call this method at ``nextDeadline``. Additional or early calls have no effect.
  public func settle() {
    guard let currentIndex, countdown?.settle(at: clock.now) == true else { return }
    steps[currentIndex].isCompleted = true
    complete(currentIndex)
  }

  /// Pauses the deadline of a running timer while the screen is not visible.
  ///
  /// The timer keeps counting. ``nextDeadline`` is nil until ``becomeActive()``, which finishes the timer if its time
  /// has run down.
  public func enterBackground() {
    guard let currentIndex, countdown?.isRunning == true else { return }
    countdown?.enterBackground()
    notify(.progressed(step: currentIndex))
  }

  /// Restores the deadline of a running timer when the screen is visible again. The time in the background counts.
  ///
  /// Without a preceding ``enterBackground()`` this method has no effect.
  public func becomeActive() {
    guard let currentIndex, countdown?.becomeActive() == true else { return }
    settle()
    if self.currentIndex == currentIndex { notify(.progressed(step: currentIndex)) }
  }

  /// Stores the countdown's progress in the step.
  func storeCountdown(at index: Int) {
    guard let countdown else { return }
    steps[index].action = steps[index].action.counted(countdown, at: clock.now)
  }

  // MARK: Notifications

  func scheduleNotification(due: Duration) {
    guard let currentIndex, let notification = steps[currentIndex].action.notification else { return }
    notifications?.schedule(notification, id: notificationID(of: currentIndex), due: due)
  }

  /// Cancels the notification of the current step's timer. Call it only for a timer that was running.
  func cancelNotification() {
    guard let currentIndex, steps[currentIndex].action.notification != nil else { return }
    notifications?.cancel(id: notificationID(of: currentIndex))
  }

  /// Returns the notification's id. It is stable, and differs for equal steps at other positions.
  private func notificationID(of index: Int) -> String { "\(index).\(steps[index].id)" }
}
