/// How a ``ScreenSession`` came to its end.
///
/// ```swift
/// let ending = try await session.run(screen)
/// return ending == .finished ? screen.answer : nil
/// ```
public enum ScreenEnding: Sendable, Equatable {
  /// The screen has done its work.
  case finished
  /// The user left it.
  case left
  /// The input came to its end, or the terminal is gone.
  case inputEnded
}
