/// The reason why a ``ScreenPresenter`` stopped showing a screen.
///
/// ```swift
/// let shown = presenter.show(screen, in: RunAccess(step)) { outcome in
///   switch outcome {
///   case .success(.finished): print(screen.answer)
///   case .success(.left): print("The user left.")
///   case .success(.inputEnded): print("The terminal is gone.")
///   case .failure(let error): print(error)
///   }
/// }
/// ```
public enum ScreenEnding: Sendable, Equatable {
  /// The screen is finished, as ``FlowScreen/isFinished`` indicates.
  case finished
  /// The user left the screen.
  case left
  /// The input ended, or the terminal was closed.
  case inputEnded
}
