import FlowScreens

/// The state of a live screen. It turns keys into actions, and draws the screen as terminal codes.
struct LiveView {
  /// The action that the session takes after a key.
  enum Outcome: Sendable, Equatable {
    case goOn
    case leave
    case suspend
    case interrupt
  }

  private var painter = ScreenPainter()
  private var focus = FocusModel()
  private var scroll = 0
  /// Whether the view scrolls to the focus. It doesn't after the user has scrolled.
  private var followsFocus = true
  /// The command that the user is typing.
  private var command: TextEditing?
  /// The message below the screen until the next key.
  private var message = StyledText()
  /// A page that covers the screen until the user closes it, such as the help.
  private var page: Page?
  private var elements: [Frame.PlacedElement]?

  private struct Page {
    var text: String
    var scroll = 0
  }

  /// Redraws everything the next time.
  mutating func forget() {
    painter.forget()
  }

  /// Returns the codes that make the window show the screen.
  mutating func draw(_ screen: any FlowScreen, size: WindowSize) -> String {
    if var page {
      let frame = Frame(lines: StyledText(page.text).wrapped(width: size.columns))
      let hint = StyledText("Press any key to go back.", .dim)
      let picture = Picture(frame, focus: nil, scroll: &page.scroll, footer: [hint], size: size)
      self.page = page
      return painter.paint(picture)
    }
    let layout = screen.layout
    var frame = layout.laidOut(width: size.columns, focus: focus.focus)
    let before = focus.focus
    focus.adapt(to: frame.elements)
    // The focus is known only now.
    if focus.focus != before { frame = layout.laidOut(width: size.columns, focus: focus.focus) }
    elements = frame.elements
    if let command {
      let line = commandLine(command, columns: size.columns)
      return painter.paint(
        Picture(
          frame, focus: focus.focus?.id, scroll: &scroll, footer: [line.text], footerCursor: line.cursor, size: size))
    }
    return painter.paint(
      Picture(
        frame, focus: followsFocus ? focus.focus?.id : nil, scroll: &scroll, footer: footer(screen, size), size: size))
  }

  /// The hint or the message. A message takes up at most half of the window.
  private func footer(_ screen: any FlowScreen, _ size: WindowSize) -> [StyledText] {
    if message.isEmpty { return [StyledText(hint(screen), .dim)] }
    return Array(message.wrapped(width: size.columns).prefix(max(1, size.rows / 2)))
  }

  /// Returns the visible lines, without the focus and the footer.
  func remains(of screen: any FlowScreen, size: WindowSize) -> [StyledText] {
    let lines = screen.layout.laidOut(width: size.columns).lines
    let start = min(scroll, max(0, lines.count - size.rows + 1))
    return Array(lines.dropFirst(start).prefix(max(1, size.rows - 1)))
  }

  /// Handles a key.
  mutating func take(_ key: Key, on screen: any FlowScreen, size: WindowSize) -> Outcome {
    switch key {
    case .control("c"): return .interrupt
    case .control("z"): return .suspend
    case .control("l"):
      painter.forget()
      return .goOn
    default: break
    }
    message = StyledText()
    if page != nil {
      turn(key, size)
      return .goOn
    }
    if command != nil { return edit(key, screen) }
    return use(key, screen, size)
  }

  private mutating func turn(_ key: Key, _ size: WindowSize) {
    switch key {
    case .down: page?.scroll += 1
    case .up: page?.scroll -= 1
    case .pageDown: page?.scroll += size.rows - 1
    case .pageUp: page?.scroll -= size.rows - 1
    default: page = nil
    }
  }

  private mutating func edit(_ key: Key, _ screen: any FlowScreen) -> Outcome {
    switch key {
    case .escape: command = nil
    case .backspace where command?.text.isEmpty == true: command = nil
    case .enter:
      let line = command?.text ?? ""
      command = nil
      return answer(table(screen).perform(line))
    default: _ = command?.take(key)
    }
    return .goOn
  }

  private mutating func use(_ key: Key, _ screen: any FlowScreen, _ size: WindowSize) -> Outcome {
    let elements = self.elements ?? screen.layout.laidOut(width: size.columns).elements
    focus.adapt(to: elements)
    if let action = focus.take(key, in: elements) {
      followsFocus = true
      perform(action, screen)
      return .goOn
    }
    switch key {
    case .pageDown, .down: look(by: key == .down ? 1 : size.rows - 1)
    case .pageUp, .up: look(by: key == .up ? -1 : 1 - size.rows)
    case .character(":"): command = TextEditing("", cursor: 0)
    case .character("?"): return answer(.told(table(screen).help + "\n\n" + Self.keys))
    case .character(let character):
      guard let reply = keyTable(screen).perform(key: character) else { break }
      return answer(reply)
    case .control("d"): return .leave
    default: break
    }
    return .goOn
  }

  private mutating func look(by lines: Int) {
    scroll += lines
    followsFocus = false
  }

  private mutating func perform(_ action: FocusModel.Action, _ screen: any FlowScreen) {
    guard action != .moved else { return }
    // The action may change the elements.
    elements = nil
    func kind(_ id: String) -> LayoutElement.Kind? {
      screen.layout.element(id).flatMap { $0.isEnabled ? $0.kind : nil }
    }
    switch action {
    case .moved: break
    case .press(let id): if case .button(let press) = kind(id) { press() }
    case .type(let id, let text): if case .input(_, _, _, let change) = kind(id) { change(text) }
    case .set(let id, let isOn): if case .toggle(_, let set) = kind(id) { set(isOn) }
    case .select(let id, let index): if case .choice(_, _, let select) = kind(id) { select(index) }
    }
  }

  private mutating func answer(_ reply: ScreenReply) -> Outcome {
    elements = nil
    switch reply {
    case .done: return .goOn
    case .leave: return .leave
    case .refused(let text): message = StyledText(text, .yellow)
    case .told(let text) where text.contains("\n"): page = Page(text: text)
    case .told(let text): message = StyledText(text)
    }
    return .goOn
  }

  private static var quit: ScreenCommand { ScreenCommand("quit", help: "leaves the screen", key: "q") { _ in .leave } }

  private func table(_ screen: any FlowScreen) -> CommandTable {
    CommandTable(screen.commands, common: ElementCommands(screen.layout).commands + [Self.quit])
  }

  /// Only the commands that can have keys. The commands for elements have none, and would need the layout again.
  private func keyTable(_ screen: any FlowScreen) -> CommandTable {
    CommandTable(screen.commands, common: [Self.quit])
  }

  /// The command line. If it is too long, its start is cut so that the cursor stays visible.
  private func commandLine(_ command: TextEditing, columns: Int) -> (text: StyledText, cursor: Int) {
    let before = String(command.text.prefix(command.cursor)).printable
    var shown = Substring(before)
    while shown.displayWidth + 2 > columns, !shown.isEmpty { shown.removeFirst() }
    let behind = String(command.text.dropFirst(command.cursor))
    return (StyledText(":" + shown + behind), 1 + shown.displayWidth)
  }

  private func hint(_ screen: any FlowScreen) -> String {
    if focus.isTyping(in: elements ?? []) { return "Tab next · Esc commands" }
    let keys = keyTable(screen).keys.map { "\($0.key) \($0.name)" }
    return (["? help", ": command"] + keys).joined(separator: " · ")
  }

  private static let keys = """
    Tab, arrows       move the focus
    Enter, space      use the element that has the focus
    Esc               releases the focus, so that keys are commands
    :                 starts a command
    page up and down  scroll
    Ctrl-L            redraws the screen
    Ctrl-C, Ctrl-Z    interrupt and suspend the program
    """
}
