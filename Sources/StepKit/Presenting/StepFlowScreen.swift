public import FlowScreens
public import FlowState

/// A list of steps as a screen, and as a step of a flow: the current step with all that it says and what completes it, the
/// others a line each, and the progress of the list.
///
/// As a flow step it takes the steps as content, and its result is the steps with their progress:
///
/// ```swift
/// let cook = FlowStep(
///   identifier: "Cook", presenting: { step in StepFlowScreen(for: step, title: "Doughnuts") }, on: session)
/// cook.content = try Step.list(from: data)
/// cook.setCompletion { _, steps in print(steps == nil ? "to be continued" : "done") }
/// ```
///
/// The flow step completes when the last step of the list does; a list that is finished from the start isn't shown. New content
/// replaces the steps. Timers are measured by the clock of the run, and finish on its queue.
///
/// A user who leaves the screen abandons the list: the flow step completes without a result. Then, and when the flow step fails
/// or is cancelled, the steps with their progress become its content, so that it goes on from there when it starts again.
///
/// The screen belongs to the queue of its list. If it is released while the list isn't finished, the flow step ends as abandoned.
public final class StepFlowScreen: FlowStepScreen {
  /// The list that is shown.
  public let view: StepFlowView
  /// The handler of the flow step.
  public let handler = FlowStepHandler([Step].self, [Step].self)
  private let title: String
  private let drawn = DrawnSteps()
  private var changed: (@Sendable () -> Void)?

  /// Makes the screen of a flow step, which shows the step's content.
  ///
  /// - Parameters:
  ///   - step: The flow step. Make the screen where it starts.
  ///   - title: What stands above the list; nothing by default.
  ///   - notifications: Receives the notifications of the timers. The screen shows those that a ``StepNotices`` receives.
  public init(
    for step: FlowStep<[Step], [Step]>, title: String = "", notifications: (any StepNotifications)? = nil
  ) {
    guard let run = RunAccess() else {
      preconditionFailure(
        "The screen of a flow step is made where the step starts; elsewhere use StepFlowScreen(_:title:).")
    }
    self.title = title
    view = StepFlowView(steps: step.content ?? [], clock: run.clock, notifications: notifications)
    if view.isFinished {
      handler.complete(step.content ?? [])
    } else {
      connect(StepFlowHost(of: view, for: step, reportingTo: handler, in: run))
    }
  }

  /// Makes the screen of a list that exists already.
  ///
  /// - Parameters:
  ///   - view: The list. If its notifications go to a ``StepNotices``, the screen shows them.
  ///   - title: What stands above the list; nothing by default.
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

  /// The list as it is now.
  public var layout: Layout {
    StepFlowLayout(view, title: title, notices: notices?.due(at: view.clock.now) ?? [], drawn: drawn).layout
  }

  /// The commands for the current step, and for looking at completed ones.
  public var commands: [ScreenCommand] { StepFlowCommands(view).commands }

  /// Whether all steps are completed, or the list was abandoned.
  public var isFinished: Bool { view.isFinished || view.isAbandoned }

  /// The time until the countdown has another text, or a notification falls due.
  public var nextChange: Duration? {
    let countdown = view.currentIndex.flatMap { view.stepView(at: $0).timer?.untilNextText }
    let notice = notices?.nextDue(after: view.clock.now)
    return [countdown, notice].compactMap { $0 }.min()
  }

  /// Finishes a timer that has run down.
  public func timePassed() {
    view.settle()
  }

  /// Takes the closure that is called after each change of the list.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
  }

  // MARK: In a flow

  /// Shows other steps.
  public func receive(_ content: [Step]?) {
    view.host?.receive(content)
  }

  /// Abandons the list.
  public func leave() {
    view.abandon()
  }

  /// Abandons the list, and lets the flow step fail.
  public func fail(_ error: any Error) {
    view.fail(error)
  }

  /// Stops the list, because the flow step was cancelled.
  public func cancel() {
    view.host?.cancel()
  }
}
