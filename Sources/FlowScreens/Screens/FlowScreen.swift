/// Something that a user sees and operates: a layout, commands, and an end.
///
/// A screen draws nothing. A ``ScreenPresenter`` shows it, for instance `ScreenSession` of FlowTerminal, and uses the elements of
/// its layout and its commands as the user says.
///
/// ```swift
/// final class CounterScreen: FlowScreen {
///   private(set) var count = 0
///   private(set) var isFinished = false
///
///   var layout: Layout {
///     .column([
///       .text("Count: \(count)"),
///       .element(.button("more", label: "More") { self.count += 1 }),
///       .element(.button("done", label: "Done") { self.isFinished = true }),
///     ])
///   }
///
///   var commands: [ScreenCommand] {
///     [ScreenCommand("reset", help: "begins at zero", isPossible: count > 0) { _ in self.count = 0; return .done }]
///   }
/// }
/// ```
///
/// A screen that a step of a flow shows, and that completes the step, is a ``FlowStepScreen``.
///
/// A screen belongs to the queue of its run. Use it there only.
public protocol FlowScreen: AnyObject {
  /// What the screen shows now. Presenters read it whenever something may have changed.
  var layout: Layout { get }

  /// What the user can do besides using the elements. Presenters read it whenever the user types a command.
  var commands: [ScreenCommand] { get }

  /// Whether the screen is done. Presenters read it after each use and each change, and then take the screen away.
  var isFinished: Bool { get }

  /// The time until the layout changes because time has passed, as in a countdown; nil if time changes nothing.
  var nextChange: Duration? { get }

  /// Called when the time of ``nextChange`` has passed, before the layout is read again.
  func timePassed()

  /// Takes the closure that the screen calls when it has changed without the presenter's doing, for instance because a server
  /// has answered.
  ///
  /// - Parameter changed: May be called from any thread. It replaces the closure that the screen had.
  func observe(_ changed: @escaping @Sendable () -> Void)
}

extension FlowScreen {
  /// No commands of its own.
  public var commands: [ScreenCommand] { [] }

  /// Time changes nothing.
  public var nextChange: Duration? { nil }

  /// Does nothing.
  public func timePassed() {}

  /// Does nothing: such a screen changes only by its elements and commands.
  public func observe(_ changed: @escaping @Sendable () -> Void) {}
}
