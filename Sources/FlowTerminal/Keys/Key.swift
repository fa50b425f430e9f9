/// A key that the user pressed on a terminal, or text that the user pasted.
///
/// ```swift
/// switch key {
/// case .character("q"), .control("c"): leave()
/// case .up: back()
/// default: break
/// }
/// ```
public enum Key: Sendable, Hashable {
  /// A character, according to the keyboard layout.
  case character(Character)
  /// A letter pressed together with Ctrl, in lowercase.
  case control(Character)
  /// A character pressed together with Alt.
  case alt(Character)
  /// Pasted text. Its line ends are `\n`.
  case paste(String)
  /// The return key.
  case enter
  /// The tab key.
  case tab
  /// The tab key together with Shift.
  case backTab
  /// The escape key, alone.
  case escape
  /// The backspace key, which deletes the character before the cursor.
  case backspace
  /// The delete key, which deletes the character after the cursor.
  case delete
  /// The up arrow key.
  case up
  /// The down arrow key.
  case down
  /// The left arrow key.
  case left
  /// The right arrow key.
  case right
  /// The home key.
  case home
  /// The end key.
  case end
  /// The page up key.
  case pageUp
  /// The page down key.
  case pageDown
}
