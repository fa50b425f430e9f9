/// A screen that a user sees and operates. It has a layout and commands, and indicates when it is finished.
///
/// A screen doesn't draw itself. A ``ScreenPresenter``, such as FlowTerminal's `ScreenSession`, shows it and passes the
/// user's input to the elements of its layout and to its commands.
///
/// ```swift
/// final class CounterScreen: FlowScreen {
///   private(set) var count = 0
///   private(set) var isFinished = false
///
///   var layout: ScreenLayout {
///     .column([
///       .text("Count: \(count)"),
///       .element(.button("more", label: "More") { self.count += 1 }),
///       .element(.button("done", label: "Done") { self.isFinished = true }),
///     ])
///   }
///
///   var commands: [ScreenCommand] {
///     [ScreenCommand("reset", help: "resets the count", isPossible: count > 0) { _ in self.count = 0; return .done }]
///   }
/// }
/// ```
///
/// A screen that completes a step of a flow is a ``FlowStepScreen``.
///
/// Use a screen only on the queue of its run.
public protocol FlowScreen: AnyObject {
  /// The current content of the screen. Presenters read it whenever the screen may have changed.
  var layout: ScreenLayout { get }

  /// A message for the user, such as the outcome of the last action, or an empty text.
  ///
  /// Presenters show it below the layout, and keep it visible if the layout is higher than the window. They read it
  /// together with the layout.
  var notice: StyledText { get }

  /// The commands of the screen, in addition to its elements. Presenters read them whenever the user types a command.
  var commands: [ScreenCommand] { get }

  /// The question that a presenter asks if it reads lines, in place of the layout and its commands; nil if it shows the layout.
  ///
  /// Presenters read it after each answer. Other presenters ignore it.
  var question: ScreenQuestion? { get }

  /// A Boolean value that indicates whether the screen is finished.
  ///
  /// Presenters read it after each input and each change, and remove a finished screen.
  var isFinished: Bool { get }

  /// A Boolean value that indicates whether the user's entries are kept when the user leaves the screen.
  ///
  /// If it is false, presenters can ask before they discard the entries, such as the answers in a form.
  var keepsEntries: Bool { get }

  /// The time until the layout changes by itself, as in a countdown; nil if it doesn't depend on time.
  var nextChange: Duration? { get }

  /// Updates the screen after time has passed.
  ///
  /// Presenters call it when the duration of ``nextChange`` has elapsed, and before they handle any other event, such
  /// as an input that arrives together with the end of a countdown. The call can come early and doesn't measure time,
  /// so use a clock to compute the change, such as `RunAccess.clock` of FlowState.
  func timePassed()

  /// Sets the closure that the screen calls when it changes by itself, for example when a server has answered.
  ///
  /// - Parameter changed: The closure, which replaces the previous one. The screen can call it from any thread.
  func observe(_ changed: @escaping @Sendable () -> Void)
}

extension FlowScreen {
  /// Empty. The screen has no message.
  public var notice: StyledText { StyledText() }

  /// An empty array. The screen has no commands of its own.
  public var commands: [ScreenCommand] { [] }

  /// Nil. The screen is shown as its layout.
  public var question: ScreenQuestion? { nil }

  /// False. Leaving the screen discards the user's entries.
  public var keepsEntries: Bool { false }

  /// Nil. The layout doesn't depend on time.
  public var nextChange: Duration? { nil }

  /// Does nothing.
  public func timePassed() {}

  /// Does nothing. The screen changes only through its elements and commands.
  public func observe(_ changed: @escaping @Sendable () -> Void) {}
}
