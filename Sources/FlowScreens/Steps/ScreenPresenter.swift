/// Shows screens: a terminal, a window, or a test.
///
/// `ScreenSession` of FlowTerminal is one. A presenter reads ``FlowScreen/layout`` whenever something may have changed, uses the
/// elements and commands as the user says, and reports how the screen ended:
///
/// ```swift
/// final class Printer: ScreenPresenter {
///   private var screen: (any FlowScreen)?
///   private var ended: ((Result<ScreenEnding, any Error>) -> Void)?
///
///   func show(
///     _ screen: any FlowScreen, ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
///   ) -> ShownScreen {
///     (self.screen, self.ended) = (screen, ended)
///     // The screen may call it on any thread; the screen itself belongs to the run's queue.
///     if let changed = RunAccess()?.callback({ [weak self] in self?.draw() }) { screen.observe(changed) }
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
///     for line in screen.layout.laidOut(width: 40).text { print(line) }
///     guard screen.isFinished else { return }
///     self.screen = nil
///     ended.take()?(.success(.finished))
///   }
/// }
/// ```
///
/// A presenter is called on the queue of the run.
public protocol ScreenPresenter {
  /// Shows a screen until it is finished, the user leaves it, or the caller takes it away.
  ///
  /// Called inside a closure of a run, such as the intent of a step.
  ///
  /// - Parameters:
  ///   - screen: The screen. Keep it, or `ended`, as long as it is shown: if both are released, the screen's step ends as abandoned.
  ///   - ended: Receives how the screen ended, or why it can't be shown. Call it on the run's queue, once, after this function
  ///     has returned. Don't call it when the caller has taken the screen away.
  /// - Returns: A way to take the screen away.
  @discardableResult
  func show(
    _ screen: any FlowScreen, ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen
}
