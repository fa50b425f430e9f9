/// A key that was pressed on a terminal, or text that was pasted.
///
/// ```swift
/// switch key {
/// case .character("q"), .control("c"): leave()
/// case .up: back()
/// default: break
/// }
/// ```
public enum Key: Sendable, Hashable {
  /// A character, as the keyboard's layout makes it.
  case character(Character)
  /// A letter pressed together with Ctrl, in lower case.
  case control(Character)
  /// A character pressed together with Alt.
  case alt(Character)
  /// Text that came all at once. Line ends in it are `\n`.
  case paste(String)
  /// The return key.
  case enter
  /// The tab key.
  case tab
  /// Shift and the tab key.
  case backTab
  /// The escape key, alone.
  case escape
  /// The key that deletes what is before the cursor.
  case backspace
  /// The key that deletes what is behind the cursor.
  case delete
  /// An arrow.
  case up
  /// An arrow.
  case down
  /// An arrow.
  case left
  /// An arrow.
  case right
  /// The key to the beginning.
  case home
  /// The key to the end.
  case end
  /// The key a page up.
  case pageUp
  /// The key a page down.
  case pageDown
}
