import FlowState

extension StepFlowView {
  /// When the running timer will have run down, on the clock; nil if none runs, and in the background.
  ///
  /// It changes with interactions only, so whoever asks for a call at that time hears of each change by ``observe(_:)``.
  public var nextDeadline: Duration? { countdown?.deadline }

  /// The time that is left of the current step's timer; nil if it has none.
  public var remaining: Duration? { countdown?.remaining(at: clock.now) }

  /// The steps, with the progress up to now, that of a running timer included: made of them, a list goes on from here.
  public func snapshot() -> [Step] {
    guard let currentIndex, let countdown else { return steps }
    var steps = steps
    steps[currentIndex].action = steps[currentIndex].action.counted(countdown, at: clock.now)
    return steps
  }

  /// Finishes the running timer if its time has run down.
  ///
  /// Call it when ``nextDeadline`` has come; earlier or more often does no harm.
  public func settle() {
    guard let currentIndex, countdown?.settle(at: clock.now) == true else { return }
    steps[currentIndex].isCompleted = true
    complete(currentIndex)
  }

  /// Nobody looks at the screen any more: a running timer goes on, and finishes when somebody looks again at the earliest.
  public func enterBackground() {
    guard let currentIndex, countdown?.isRunning == true else { return }
    countdown?.enterBackground()
    tell(.progressed(step: currentIndex))
  }

  /// Somebody looks again: a timer that ran meanwhile has as much less left. Without ``enterBackground()`` before it
  /// changes nothing.
  public func becomeActive() {
    guard let currentIndex, countdown?.becomeActive() == true else { return }
    settle()
    if self.currentIndex == currentIndex { tell(.progressed(step: currentIndex)) }
  }

  /// Writes the countdown's progress into the step.
  func storeCountdown(at index: Int) {
    guard let countdown else { return }
    steps[index].action = steps[index].action.counted(countdown, at: clock.now)
  }

  // MARK: Notifications

  func scheduleNotification(due: Duration) {
    guard let currentIndex, let notification = steps[currentIndex].action.notification else { return }
    notifications?.schedule(notification, id: notificationID(of: currentIndex), due: due)
  }

  /// Calls the notification of the current step's timer off, which has been running until now.
  func cancelNotification() {
    guard let currentIndex, steps[currentIndex].action.notification != nil else { return }
    notifications?.cancel(id: notificationID(of: currentIndex))
  }

  /// The same each time, and another for an equal step elsewhere in the list.
  private func notificationID(of index: Int) -> String { "\(index).\(steps[index].id)" }
}
