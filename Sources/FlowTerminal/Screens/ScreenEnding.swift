/// How a ``ScreenSession`` came to its end.
///
/// ```swift
/// switch try await session.run(screen) {
/// case .finished: print(screen.answer)
/// case .left: print("Another time.")
/// case .inputEnded: print("Nobody is there any more.")
/// }
/// ```
public enum ScreenEnding: Sendable, Equatable {
  /// The screen has done its work.
  case finished
  /// The user left it.
  case left
  /// The input came to its end, or the terminal is gone.
  case inputEnded
}
