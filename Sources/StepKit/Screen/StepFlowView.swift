public import FlowState
public import Foundation

/// The model of a screen that shows a list of steps, one of which can be worked on at a time.
///
/// ```swift
/// let view = try StepFlowView(data: data)
/// view.observe { change in redraw() }
/// view.perform(.press)
/// save(view.steps)  // with the progress made
/// ```
///
/// A list belongs to the queue of whoever made it: use it there only. It does nothing by itself. Its timers are deadlines on
/// the clock: call ``settle()`` when ``nextDeadline`` has come; in a flow, a ``StepFlowScreen`` does so on the queue of the run.
///
/// Source: `StepFlowView` of "Express a Step using JSON syntax", without the drawing.
public final class StepFlowView {
  /// The steps, with the progress as of the latest interaction; ``snapshot()`` has that of a running timer too.
  public internal(set) var steps: [Step] = []
  /// The position of the step that can be worked on; nil if all are completed.
  public private(set) var currentIndex: Int?
  /// By what the timers are measured.
  public let clock: any FlowClock

  /// The countdown of the current step, if that has one.
  var countdown: Countdown?
  /// Whether nobody works on the list any more.
  private(set) var isAbandoned = false
  /// What waits for the list to be finished, in a run.
  var host: StepFlowHost?
  let notifications: (any StepNotifications)?
  let observers = StepObservers()
  /// How often other steps have taken the place of all: a kept drawing of the steps is old when it has changed.
  private(set) var edition = 0
  private var expanded: Set<Int> = []
  private var abandonment: [() -> Void] = []

  /// Makes the model of a list of steps.
  ///
  /// - Parameters:
  ///   - steps: The steps; those that are completed already are skipped.
  ///   - clock: By what the timers are measured.
  ///   - notifications: Receives the notifications of the timers; nil for nobody.
  public init(
    steps: [Step], clock: any FlowClock = MonotonicClock(), notifications: (any StepNotifications)? = nil
  ) {
    self.clock = clock
    self.notifications = notifications
    show(steps)
  }

  /// Makes the model of a list of steps that is read from JSON.
  ///
  /// - Parameters:
  ///   - data: JSON: an array of steps.
  ///   - clock: By what the timers are measured.
  ///   - notifications: Receives the notifications of the timers; nil for nobody.
  /// - Throws: ``StepKitError/invalidJSONData``, whatever is wrong; ``Step/list(from:)`` tells what.
  public convenience init(
    data: Data, clock: any FlowClock = MonotonicClock(), notifications: (any StepNotifications)? = nil
  ) throws(StepKitError) {
    let steps: [Step]
    do {
      steps = try Step.list(from: data)
    } catch {
      throw .invalidJSONData
    }
    self.init(steps: steps, clock: clock, notifications: notifications)
  }

  /// Whether all steps are completed.
  public var isFinished: Bool { currentIndex == nil }

  /// Where a step stands.
  ///
  /// - Parameter index: The step's position. Traps if there is none.
  /// - Returns: Its status.
  public func status(of index: Int) -> StepStatus {
    precondition(steps.indices.contains(index), "There is no step at \(index): the list has \(steps.count).")
    if index == currentIndex { return .current }
    return steps[index].isCompleted ? .completed : .locked
  }

  /// Whether a step is shown with its description: always while it is not completed, then if it was toggled.
  ///
  /// - Parameter index: The step's position. Traps if there is none.
  /// - Returns: Whether it is.
  public func isExpanded(_ index: Int) -> Bool {
    status(of: index) != .completed || expanded.contains(index)
  }

  /// Expands a completed step that is collapsed, or the other way round.
  ///
  /// - Parameter index: The step's position.
  /// - Returns: Why that could not be done; nil if it was.
  @discardableResult
  public func toggle(_ index: Int) -> StepRefusal? {
    settle()
    guard steps.indices.contains(index) else { return refusal(.noSuchStep(count: steps.count), at: index) }
    guard steps[index].isCompleted else { return refusal(.notCompleted, at: index) }
    if expanded.remove(index) == nil { expanded.insert(index) }
    tell(.toggled(step: index))
    return nil
  }

  /// Shows other steps, with the progress that they bring. A running timer is let go of.
  ///
  /// - Parameter steps: The steps that take the place of all.
  public func replace(_ steps: [Step]) {
    guard !isAbandoned else { return }
    if countdown?.isRunning == true { cancelNotification() }
    show(steps)
    tell(isFinished ? [.replaced, .finished] : [.replaced])
  }

  /// Ends the work on the list: a running timer is paused, and every further interaction is refused.
  ///
  /// The progress made stays in ``steps``. In a run, the flow step completes without a result, and its content becomes the
  /// steps with their progress, so that they are what it starts with the next time.
  public func abandon() {
    guard !isAbandoned, !isFinished else { return }
    settle()
    guard !isFinished else { return }
    pauseForGood()
    host?.leave()
  }

  /// Calls a closure once when the work on the list has ended before the list was finished: it was abandoned, or the flow step
  /// was cancelled that it is in. Whoever shows the list takes it away then.
  ///
  /// - Parameter body: Called on the list's queue.
  public func onAbandon(_ body: @escaping () -> Void) {
    if isAbandoned { body() } else { abandonment.append(body) }
  }

  /// Ends the work on the list as ``abandon()`` does, but because it cannot be shown any more: in a run, the flow step fails.
  ///
  /// An observer may say so even of the change that has finished the list, as long as the flow step has not completed.
  ///
  /// - Parameter error: Why it cannot be shown.
  public func fail(_ error: any Error) {
    guard !isAbandoned else { return }
    settle()
    // Once whoever waits for a finished list has been told, there is nobody left to hear of a failure.
    guard !isAbandoned, !isFinished || host != nil else { return }
    pauseForGood()
    host?.fail(error)
  }

  /// Stops time and interactions; what waits for the list is not told.
  func pauseForGood() {
    guard !isAbandoned else { return }
    if let currentIndex, countdown?.pause(at: clock.now) == true {
      storeCountdown(at: currentIndex)
      cancelNotification()
      tell(.progressed(step: currentIndex))
    }
    isAbandoned = true
    let bodies = abandonment
    abandonment = []
    for body in bodies { body() }
  }

  /// A step is completed: the next one that is not is current.
  func complete(_ index: Int) {
    expanded.remove(index)
    moveOn(from: index + 1)
    tell(isFinished ? [.completed(step: index), .finished] : [.completed(step: index)])
  }

  private func show(_ steps: [Step]) {
    self.steps = steps
    edition += 1
    expanded = []
    moveOn(from: 0)
  }

  /// All steps before `start` are completed, so that a list is gone through once.
  private func moveOn(from start: Int) {
    currentIndex = steps[start...].firstIndex { !$0.isCompleted }
    countdown = currentIndex.flatMap { Countdown(of: steps[$0].action) }
  }
}
