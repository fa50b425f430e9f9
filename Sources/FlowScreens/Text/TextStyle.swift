/// A way to make text stand out. A terminal maps it to its codes, plain output drops it.
///
/// ```swift
/// let title = StyledText("Profile", .bold)
/// ```
public enum TextStyle: Sendable, CaseIterable {
  /// Heavier letters.
  case bold
  /// Fainter letters, for what matters less.
  case dim
  /// A line under the letters.
  case underlined
  /// Letters and ground exchanged, for what has the focus.
  case inverse
  /// Red letters, for what went wrong.
  case red
  /// Green letters, for what went well.
  case green
  /// Yellow letters, for warnings.
  case yellow
  /// Cyan letters, for what the user may type.
  case cyan
}
