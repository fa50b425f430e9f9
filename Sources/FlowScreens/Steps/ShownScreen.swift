/// A screen that a ``ScreenPresenter`` is showing.
///
/// ```swift
/// step.onCancel { shown.end() }
/// ```
///
/// Use it only on the queue of its run. Releasing it doesn't remove the screen.
public final class ShownScreen {
  /// A Boolean value that indicates whether ``end()`` was called.
  public private(set) var isEnded = false
  private var takeAway: (() -> Void)?

  /// Creates the value that a presenter returns.
  ///
  /// - Parameter takeAway: A closure that removes the screen. It is called at most once, on the run's queue, possibly
  ///   after the screen has ended.
  public init(_ takeAway: @escaping () -> Void) {
    self.takeAway = takeAway
  }

  /// Removes the screen. The presenter doesn't report its end.
  public func end() {
    isEnded = true
    takeAway.take()?()
  }
}
