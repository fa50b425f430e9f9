public import FlowState
public import Foundation

/// The model of a screen that shows a list of steps and lets the user work on one step at a time.
///
/// ```swift
/// let view = try StepFlowView(data: data)
/// view.observe { change in redraw() }
/// view.perform(.press)
/// save(view.steps)  // with the progress made
/// ```
///
/// A list belongs to the queue on which it was created. Use it only there. The list does not schedule any work, because
/// its timers are deadlines on the clock. Call ``settle()`` at ``nextDeadline``. In a flow, a ``StepFlowScreen`` does
/// this on the queue of the run.
///
/// As in StepKit's "Express a Step using JSON syntax": `StepFlowView`, without the drawing.
public final class StepFlowView {
  /// The steps, with their progress as of the latest interaction. ``snapshot()`` includes the progress of a running
  /// timer.
  public internal(set) var steps: [Step] = []
  /// The position of the step that the user can work on. Nil if all steps are completed.
  public private(set) var currentIndex: Int?
  /// The clock that measures the timers.
  public let clock: any FlowClock

  /// The countdown of the current step, if it has one.
  var countdown: Countdown?
  /// The number of items of the current step that are not ticked. Zero if the step is not a group.
  var openItems = 0
  /// Whether the work on the list ended before the list was finished.
  private(set) var isAbandoned = false
  /// The host that reports the end of the list to its run.
  var host: StepFlowHost?
  let notifications: (any StepNotifications)?
  let observers = StepObservers()
  /// The number of times that the steps were replaced. A renderer that caches the steps compares it to detect stale
  /// caches.
  private(set) var edition = 0
  private var expanded: Set<Int> = []
  private var abandonment: [() -> Void] = []

  /// Creates the model of a list of steps.
  ///
  /// - Parameters:
  ///   - steps: The steps. Completed steps are skipped.
  ///   - clock: The clock that measures the timers.
  ///   - notifications: Receives the notifications of the timers, or nil.
  public init(
    steps: [Step], clock: any FlowClock = MonotonicClock(), notifications: (any StepNotifications)? = nil
  ) {
    self.clock = clock
    self.notifications = notifications
    show(steps)
  }

  /// Creates the model of a list of steps from JSON data.
  ///
  /// - Parameters:
  ///   - data: A JSON array of steps.
  ///   - clock: The clock that measures the timers.
  ///   - notifications: Receives the notifications of the timers, or nil.
  /// - Throws: ``StepKitError/invalidJsonData`` if the data is not a list of steps. ``Step/list(from:)`` reports the
  ///   cause.
  public convenience init(
    data: Data, clock: any FlowClock = MonotonicClock(), notifications: (any StepNotifications)? = nil
  ) throws(StepKitError) {
    let steps: [Step]
    do {
      steps = try Step.list(from: data)
    } catch {
      throw .invalidJsonData
    }
    self.init(steps: steps, clock: clock, notifications: notifications)
  }

  /// A Boolean value that indicates whether all steps are completed.
  public var isFinished: Bool { currentIndex == nil }

  /// Returns the status of a step.
  ///
  /// - Parameter index: The step's position. Traps if the list has no such step.
  /// - Returns: The status of the step.
  public func status(of index: Int) -> StepStatus {
    requireUse(steps.indices.contains(index), "There is no step at \(index): the list has \(steps.count).")
    if index == currentIndex { return .current }
    return steps[index].isCompleted ? .completed : .locked
  }

  /// Returns whether a step shows its description. An open step always does. A completed step does after
  /// ``toggle(_:)``.
  ///
  /// - Parameter index: The step's position. Traps if the list has no such step.
  /// - Returns: Whether the description is shown.
  public func isExpanded(_ index: Int) -> Bool {
    status(of: index) != .completed || expanded.contains(index)
  }

  /// Expands or collapses a completed step.
  ///
  /// - Parameter index: The step's position.
  /// - Returns: The reason why the step was not toggled. Nil if it was.
  @discardableResult
  public func toggle(_ index: Int) -> StepRefusal? {
    settle()
    guard steps.indices.contains(index) else { return refusal(.noSuchStep(count: steps.count), at: index) }
    guard steps[index].isCompleted else { return refusal(.notCompleted, at: index) }
    if expanded.remove(index) == nil { expanded.insert(index) }
    notify(.toggled(step: index))
    return nil
  }

  /// Replaces all steps. A running timer is discarded, and its notification is cancelled.
  ///
  /// - Parameter steps: The new steps, with their progress.
  public func replace(_ steps: [Step]) {
    guard !isAbandoned else { return }
    if countdown?.isRunning == true { cancelNotification() }
    show(steps)
    notify(isFinished ? [.replaced, .finished] : [.replaced])
  }

  /// Ends the work on the list. A running timer is paused, and further interactions are refused.
  ///
  /// The progress stays in ``steps``. In a run, the flow step completes without a result. The steps with their progress
  /// become the content of the flow step, so that its next start continues from them.
  public func abandon() {
    guard !isAbandoned, !isFinished else { return }
    settle()
    guard !isFinished else { return }
    pauseForGood()
    host?.leave()
  }

  /// Adds a closure that is called once if the work ends before the list is finished.
  ///
  /// The work ends when the list is abandoned, when it can no longer be shown, or when its flow step is cancelled. Use
  /// the closure to remove the list from the screen.
  ///
  /// - Parameter body: Called on the list's queue. If the work has already ended in this way, the closure is called
  ///   immediately.
  public func onAbandon(_ body: @escaping () -> Void) {
    if isAbandoned { body() } else { abandonment.append(body) }
  }

  /// Ends the work on the list like ``abandon()``, because the list can no longer be shown. In a run, the flow step
  /// fails.
  ///
  /// An observer may call this method even for the change that finishes the list, because the flow step completes after
  /// all observers have received that change.
  ///
  /// - Parameter error: The reason why the list cannot be shown.
  public func fail(_ error: any Error) {
    guard !isAbandoned else { return }
    settle()
    // After the host has reported a finished list, no run can fail.
    guard !isAbandoned, !isFinished || host != nil else { return }
    pauseForGood()
    host?.fail(error)
  }

  /// Ends timers and interactions without notifying the host.
  func pauseForGood() {
    guard !isAbandoned else { return }
    if let currentIndex, countdown?.pause(at: clock.now) == true {
      storeCountdown(at: currentIndex)
      cancelNotification()
      notify(.progressed(step: currentIndex))
    }
    isAbandoned = true
    let bodies = abandonment
    abandonment = []
    for body in bodies { body() }
  }

  /// Makes the next open step current after a step is completed.
  func complete(_ index: Int) {
    expanded.remove(index)
    moveOn(from: index + 1)
    notify(isFinished ? [.completed(step: index), .finished] : [.completed(step: index)])
  }

  private func show(_ steps: [Step]) {
    self.steps = steps
    edition += 1
    expanded = []
    moveOn(from: 0)
  }

  /// Makes the next open step current. The search begins at `start`, so that the list is traversed only once in total.
  private func moveOn(from start: Int) {
    currentIndex = steps[start...].firstIndex { !$0.isCompleted }
    countdown = currentIndex.flatMap { Countdown(of: steps[$0].action) }
    openItems = currentIndex.map { steps[$0].action.prepareItems() } ?? 0
  }
}
