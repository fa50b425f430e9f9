/// The outcome of a command.
///
/// ```swift
/// let expand = ScreenCommand("expand", argument: "N", help: "shows all of step N") { text in
///   text.isEmpty ? .refused("Say which step to expand.") : .done
/// }
/// ```
public enum ScreenReply: Sendable, Equatable {
  /// The command was performed. The presenter shows the changes.
  case done
  /// The command was performed and has an answer, which the presenter shows.
  case answered(String)
  /// The command wasn't performed, for this reason.
  case refused(String)
  /// The user leaves the screen.
  case leave
}
