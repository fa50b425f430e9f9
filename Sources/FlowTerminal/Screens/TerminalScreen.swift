public import FlowLayout

/// What a ``ScreenSession`` shows and operates: a layout, commands, and an end.
///
/// ```swift
/// final class CounterScreen: TerminalScreen {
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
/// A screen belongs to the queue of its run, and only that calls it.
public protocol TerminalScreen: AnyObject {
  /// What is to be seen now. It is asked for whenever something may have changed.
  var layout: Layout { get }

  /// What can be done here besides using the elements. Asked for whenever a line is read.
  var commands: [ScreenCommand] { get }

  /// Whether the screen has done its work and goes away.
  var isFinished: Bool { get }

  /// How long it takes until something else is to be seen because time has passed, as in a countdown; nil if time changes
  /// nothing.
  var nextChange: Duration? { get }

  /// Called when the time of ``nextChange`` has passed, before the screen is drawn again.
  func timePassed()

  /// Hands over what the screen calls whenever something has changed that no key or command of the session did, for
  /// instance because an answer came from a server. It may be called from any thread.
  func observe(_ changed: @escaping @Sendable () -> Void)
}

extension TerminalScreen {
  /// No commands of its own.
  public var commands: [ScreenCommand] { [] }

  /// Time changes nothing.
  public var nextChange: Duration? { nil }

  /// Does nothing.
  public func timePassed() {}

  /// Does nothing: such a screen changes only by its elements and commands.
  public func observe(_ changed: @escaping @Sendable () -> Void) {}
}
