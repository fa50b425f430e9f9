/// A screen that a ``ScreenPresenter`` is showing.
///
/// ```swift
/// step.onCancel { shown.end() }
/// ```
///
/// It belongs to the queue of its run. Releasing it doesn't take the screen away.
public final class ShownScreen {
  /// Whether ``end()`` was called.
  public private(set) var isEnded = false
  private var takeAway: (() -> Void)?

  /// Makes the value that a presenter returns.
  ///
  /// - Parameter takeAway: Takes the screen away. Called on the run's queue, at most once, perhaps after the screen has ended.
  public init(_ takeAway: @escaping () -> Void) {
    self.takeAway = takeAway
  }

  /// Takes the screen away. The presenter doesn't report its end.
  public func end() {
    isEnded = true
    takeAway.take()?()
  }
}
