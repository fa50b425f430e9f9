public import FlowLayout
public import Nimbus

/// The current view of a Nimbus screen on the terminal.
///
/// ```swift
/// let screen = NimbusTerminalScreen(navigator)
/// let ending = try await session.run(screen)
/// ```
///
/// It belongs to the queue of the screen's instance.
public final class NimbusTerminalScreen: TerminalScreen {
  private let navigator: NimbusNavigator
  private var changed: (@Sendable () -> Void)?
  /// Whether the screen has been taken away.
  public private(set) var isFinished = false

  /// Makes a screen.
  ///
  /// - Parameter navigator: The views, of which the current one is shown.
  public init(_ navigator: NimbusNavigator) {
    self.navigator = navigator
  }

  /// The current view, and what can be done about views above others.
  public var layout: Layout { navigator.layout }

  /// To go back, where there is something to go back to.
  public var commands: [ScreenCommand] {
    let isStacked = (navigator.stacks.last?.count ?? 0) > 1
    let isPresented = navigator.stacks.count > 1
    return [
      ScreenCommand(
        "back", help: "goes back to the view before", isPossible: isStacked || isPresented
      ) { [navigator] _ in
        if isStacked { navigator.pop() } else { navigator.dismiss() }
        return .done
      }
    ]
  }

  /// Hands over who draws again when the screen has changed by itself.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
    navigator.onChange = changed
  }

  /// Takes the screen away.
  public func finish() {
    isFinished = true
    changed?()
  }
}
