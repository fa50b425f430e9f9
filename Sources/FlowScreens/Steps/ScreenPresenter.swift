public import FlowState

/// A type that shows screens, such as a terminal, a window, or a test.
///
/// FlowTerminal's `ScreenSession` is a presenter. A presenter reads ``FlowScreen/layout`` whenever the screen may have
/// changed, passes the user's input to the screen's elements and commands, and reports the end of the screen:
///
/// ```swift
/// final class Printer: ScreenPresenter {
///   private var screen: (any FlowScreen)?
///   private var ended: ((Result<ScreenEnding, any Error>) -> Void)?
///
///   func show(
///     _ screen: any FlowScreen, in run: RunAccess,
///     ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
///   ) -> ShownScreen {
///     (self.screen, self.ended) = (screen, ended)
///     // The screen can call `changed` on any thread, but use the screen only on the run's queue.
///     screen.observe(run.callback { [weak self] in self?.draw() })
///     draw()
///     return ShownScreen { [weak self] in self?.screen = nil }
///   }
///
///   func press(_ id: String) {
///     if case .button(let press) = screen?.layout.element(id)?.kind { press() }
///     draw()
///   }
///
///   private func draw() {
///     guard let screen else { return }
///     for line in screen.layout.laidOut(width: 40, isStyled: false).text { print(line) }
///     guard screen.isFinished else { return }
///     self.screen = nil
///     ended.take()?(.success(.finished))
///   }
/// }
/// ```
///
/// The library calls a presenter on the queue of the run.
public protocol ScreenPresenter {
  /// Shows a screen until it is finished, the user leaves it, or the caller removes it.
  ///
  /// It is called inside a closure of a run, such as the intent of a step.
  ///
  /// - Parameters:
  ///   - screen: The screen. Retain it or `ended` while it is shown: if both are released, the screen's step ends as
  ///     abandoned.
  ///   - run: The run, to call closures on its queue.
  ///   - ended: A closure that receives the way in which the screen ended, or the reason why it can't be shown. Call it
  ///     once, on the run's queue, after this function returns. Don't call it after the caller has removed the screen.
  /// - Returns: A value that the caller uses to remove the screen.
  @discardableResult
  func show(
    _ screen: any FlowScreen, in run: RunAccess,
    ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen
}
