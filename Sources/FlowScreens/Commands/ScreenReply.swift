/// What came of a command.
///
/// ```swift
/// let expand = ScreenCommand("expand", argument: "N", help: "shows the whole of step N") { text in
///   text.isEmpty ? .refused("Say which step to expand.") : .done
/// }
/// ```
public enum ScreenReply: Sendable, Equatable {
  /// It is done; what has changed is shown.
  case done
  /// It is done, and this is its answer.
  case told(String)
  /// It was not done, for this reason.
  case refused(String)
  /// The screen is left.
  case leave
}
