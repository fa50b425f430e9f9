/// The text field of an input. It shows as much of the text around the cursor as fits.
struct InputField {
  /// The minimum width of a field beside its label. A narrower field goes below the label.
  static let usefulWidth = 8
  /// The width of a field if there is enough room.
  static let preferredWidth = 24

  let line: StyledText
  /// The column of the cursor; nil if the field doesn't have the focus.
  let cursorColumn: Int?

  /// Creates a field that is at most `room` columns wide; `cursor` is the number of characters before the cursor.
  ///
  /// Without styles, a placeholder would look like text. In this case, a word precedes it, and it can be wider than
  /// other fields.
  init(text: String, placeholder: String, room: Int, cursor: Int?, isStyled: Bool) {
    let width = min(max(1, room), Self.preferredWidth)
    if text.isEmpty {
      let hint =
        isStyled || placeholder.isEmpty
        ? StyledText(placeholder, .dim).truncated(width: width)
        : StyledText("hint: " + placeholder, .dim).truncated(width: max(1, room))
      line = hint + Self.filling(width - hint.displayWidth)
      cursorColumn = cursor == nil ? nil : 0
      return
    }
    // Without the focus, the beginning is visible. One additional column shows whether the text is wider.
    let near = TextAroundCursor(text, cursor: cursor ?? 0, width: width, styles: [.cyan])
    guard cursor != nil else {
      let shown = near.after(width: .max).truncated(width: width)
      line = shown + Self.filling(width - shown.displayWidth)
      cursorColumn = nil
      return
    }
    // Keep up to half a field before the cursor visible, and one column free after the text, for a cursor at the end.
    let isWhole = near.beforeWidth + near.afterWidth < width
    let room = isWhole ? near.beforeWidth : max(min(near.beforeWidth, width / 2), width - 1 - near.afterWidth)
    let before = near.before(width: room)
    let shown = before + near.after(width: width - before.displayWidth)
    line = shown + Self.filling(width - shown.displayWidth)
    cursorColumn = min(before.displayWidth, width - 1)
  }

  private static func filling(_ width: Int) -> StyledText {
    StyledText(String(repeating: "_", count: max(0, width)), .dim)
  }
}
