public import FlowLayout
import FlowState
public import StepKit

/// A list of steps on the terminal: the current step with all that it says and what completes it, the others a line each,
/// and how far the list is.
///
/// ```swift
/// let cook = StepFlowView.flowStep(identifier: "Cook") { view in session.show(view, title: "Doughnuts") }
/// ```
///
/// It belongs to the queue of its list.
public final class RecipeScreen: TerminalScreen {
  let view: StepFlowView
  let title: String
  let notices: RecipeNotices?
  private let drawn = DrawnSteps()

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - view: The list that is shown.
  ///   - title: What stands above it; nothing by default.
  ///   - notices: The notifications that are to be shown; the list has to be made with them.
  public init(_ view: StepFlowView, title: String = "", notices: RecipeNotices? = nil) {
    self.view = view
    self.title = title
    self.notices = notices
  }

  /// The list as it is now.
  public var layout: Layout {
    RecipeLayout(view, title: title, notices: notices?.due(at: view.clock.now) ?? [], drawn: drawn).layout
  }

  /// What can be done with the current step, and looking at completed ones.
  public var commands: [ScreenCommand] { RecipeCommands(view).commands }

  /// Whether all steps are completed.
  public var isFinished: Bool { view.isFinished }

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

  /// Hands over who draws again when a timer has finished.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    view.observe { _ in changed() }
  }
}
