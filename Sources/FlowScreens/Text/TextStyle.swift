/// A style of text. A terminal maps it to an escape code, and plain output ignores it.
///
/// ```swift
/// let title = StyledText("Profile", .bold)
/// ```
public enum TextStyle: Sendable, CaseIterable {
  /// Bold letters.
  case bold
  /// Faint letters, for less important text.
  case dim
  /// Underlined letters.
  case underlined
  /// Swapped foreground and background colours, for the element that has the focus.
  case inverse
  /// Red letters, for errors.
  case red
  /// Green letters, for success.
  case green
  /// Yellow letters, for warnings.
  case yellow
  /// Cyan letters, for input.
  case cyan
}
