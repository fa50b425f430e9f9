public import FlowScreens
public import FlowState

/// A screen that shows a list of steps, on its own or for a step of a flow.
///
/// The screen shows the progress of the list, the current step with its description and control, and one line for each
/// other step. The content of the flow step is the steps. Its result is the steps with their progress:
///
/// ```swift
/// let cook = FlowStep(
///   identifier: "Cook", presenting: { step in StepFlowScreen(for: step, title: "Doughnuts") }, on: session)
/// cook.content = try Step.list(from: data)
/// cook.setCompletion { _, steps in print(steps == nil ? "to be continued" : "done") }
/// ```
///
/// The flow step completes when the last step of the list is completed. A finished list is not shown. New content
/// replaces the steps. Timers use the run's clock, and finish on the run's queue.
///
/// If the user leaves the screen, the list is abandoned and the flow step completes without a result. The steps with
/// their progress then become the content of the flow step, so that the next start continues from them. The same
/// happens if the flow step fails or is cancelled.
///
/// Use the screen only on the queue of its list. If the screen is released before the list is finished, the flow step
/// ends as abandoned.
public final class StepFlowScreen: FlowStepScreen {
  /// The list that the screen shows.
  public let view: StepFlowView
  /// The handler of the flow step.
  public let handler = FlowStepHandler([Step].self, [Step].self)
  private let title: String
  private let drawn = DrawnSteps()
  private var changed: (@Sendable () -> Void)?

  /// Creates the screen of a flow step, which shows the step's content.
  ///
  /// - Parameters:
  ///   - step: The flow step. Create the screen when the step starts.
  ///   - title: The title above the list. The default is no title.
  ///   - notifications: The receiver of the timers' notifications. If it is a ``StepNotices``, the screen shows them.
  public init(
    for step: FlowStep<[Step], [Step]>, title: String = "", notifications: (any StepNotifications)? = nil
  ) {
    guard let run = RunAccess() else {
      trap(
        "Make the screen of a flow step where the step starts. Elsewhere, use StepFlowScreen(_:title:).")
    }
    self.title = title
    view = StepFlowView(steps: step.content ?? [], clock: run.clock, notifications: notifications)
    if view.isFinished {
      handler.complete(step.content ?? [])
    } else {
      connect(StepFlowHost(of: view, for: step, reportingTo: handler, in: run))
    }
  }

  /// Creates the screen of an existing list.
  ///
  /// - Parameters:
  ///   - view: The list. If its notifications go to a ``StepNotices``, the screen shows them.
  ///   - title: The title above the list. The default is no title.
  public init(_ view: StepFlowView, title: String = "") {
    self.title = title
    self.view = view
    if view.isFinished {
      handler.complete(view.steps)
    } else {
      connect(StepFlowHost(of: view, for: nil, reportingTo: handler, in: nil))
    }
  }

  private func connect(_ host: StepFlowHost) {
    view.host = host
    view.observe { [weak self] _ in self?.changed?() }
    view.onAbandon { [weak self] in self?.changed?() }
  }

  private var notices: StepNotices? { view.notifications as? StepNotices }

  // MARK: Showing

  /// The layout of the list in its current state.
  public var layout: ScreenLayout {
    StepFlowLayout(view, title: title, notices: dueNotices, drawn: drawn).layout
  }

  /// The notifications that are due. The notification of a running timer is not due before the timer has finished, so
  /// that no layout shows both.
  private var dueNotices: [TimerNotification] {
    let now = view.clock.now
    let shown = view.nextDeadline.map { min(now, $0 - .nanoseconds(1)) } ?? now
    return notices?.due(at: shown) ?? []
  }

  /// The commands for the current step, and the command that expands or collapses completed steps.
  public var commands: [ScreenCommand] { StepFlowCommands(view).commands }

  /// A Boolean value that indicates whether all steps are completed or the list was abandoned.
  public var isFinished: Bool { view.isFinished || view.isAbandoned }

  /// Always true. The progress is kept as the content of the flow step.
  public var keepsEntries: Bool { true }

  /// The time until the text of the countdown changes or a notification is due; nil if neither applies.
  public var nextChange: Duration? {
    let countdown = view.currentIndex.flatMap { view.stepView(at: $0).timer?.untilNextText }
    let notice = notices?.nextDue(after: view.clock.now)
    return [countdown, notice].compactMap { $0 }.min()
  }

  /// Finishes the running timer if its time has run down.
  public func timePassed() {
    view.settle()
  }

  /// Sets the closure that the screen calls after each change of the list.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
  }

  // MARK: In a flow

  /// Replaces the steps.
  public func receive(_ content: [Step]?) {
    view.host?.receive(content)
  }

  /// Abandons the list.
  public func leave() {
    view.abandon()
  }

  /// Abandons the list and fails the flow step.
  public func fail(_ error: any Error) {
    view.fail(error)
  }

  /// Stops the list. Called when the flow step is cancelled.
  public func cancel() {
    view.host?.cancel()
  }
}
