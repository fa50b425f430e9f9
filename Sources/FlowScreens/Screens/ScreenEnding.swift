/// Why a ``ScreenPresenter`` no longer shows a screen.
///
/// ```swift
/// let shown = presenter.show(screen) { outcome in
///   switch outcome {
///   case .success(.finished): print(screen.answer)
///   case .success(.left): print("The user left.")
///   case .success(.inputEnded): print("The terminal is gone.")
///   case .failure(let error): print(error)
///   }
/// }
/// ```
public enum ScreenEnding: Sendable, Equatable {
  /// The screen is done: ``FlowScreen/isFinished``.
  case finished
  /// The user left it.
  case left
  /// The input has ended, or the terminal is gone.
  case inputEnded
}
