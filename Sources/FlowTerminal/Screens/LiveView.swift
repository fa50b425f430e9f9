import FlowScreens

/// The state of a live screen. It converts keys to actions, and draws the screen as terminal codes.
struct LiveView {
  /// The action that the session takes after a key.
  enum Outcome: Sendable, Equatable {
    case stay
    case leave
    case suspend
    case interrupt
  }

  let usesColor: Bool
  private let images: ScreenImages?
  private var painter: ScreenPainter
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
  /// Whether an input had the focus when the elements were last known.
  private var wasTyping = false

  /// Whether the user has entered values that are discarded when the screen is left.
  private var hasEntries = false
  /// Whether the user was asked about this. If so, the next key for leaving leaves the screen.
  private var hasAsked = false

  /// The most columns of a screen. In a wider window, its lines would be too long to read.
  static let widest = 100

  private struct Page {
    var text: String
    var scroll = 0
  }

  /// Creates the view of a screen. Without colours, it uses only the other styles. Without images, it uses their labels.
  init(usesColor: Bool = true, images: ScreenImages? = nil) {
    self.usesColor = usesColor
    self.images = images
    painter = ScreenPainter(usesColor: usesColor)
  }

  /// Whether keys type text, into an input or a command. If an action may have changed the elements, the previous
  /// elements are used.
  var isTyping: Bool { command != nil || wasTyping }

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
    var frame = frame(of: layout, size)
    let before = focus.focus
    focus.adapt(to: frame.elements)
    // The focus is known only now, so lay out the screen again.
    if focus.focus != before { frame = self.frame(of: layout, size) }
    elements = frame.elements
    wasTyping = focus.isTyping(in: frame.elements)
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

  private func frame(of layout: ScreenLayout, _ size: WindowSize, showsFocus: Bool = true) -> Frame {
    layout.laidOut(
      width: min(size.columns, Self.widest), focus: showsFocus ? focus.focus : nil, images: images?.drawing)
  }

  /// Returns the notice of the screen, and the hint or the message. Both use at most half of the window.
  private func footer(_ screen: any FlowScreen, _ size: WindowSize) -> [StyledText] {
    let room = max(1, size.rows / 2)
    let own =
      message.isEmpty ? [StyledText(hint(screen), .dim)] : Array(message.wrapped(width: size.columns).prefix(room))
    return Array(notice(of: screen, size).prefix(max(0, room - own.count)) + own)
  }

  private func notice(of screen: any FlowScreen, _ size: WindowSize) -> [StyledText] {
    let notice = screen.notice
    return notice.isEmpty ? [] : notice.wrapped(width: size.columns)
  }

  /// Returns the visible lines and the notice, without the focus and the hint.
  func remains(of screen: any FlowScreen, size: WindowSize) -> [StyledText] {
    let lines = frame(of: screen.layout, size, showsFocus: false).lines
    let notice = notice(of: screen, size).prefix(size.rows / 2)
    let rows = max(1, size.rows - 1 - notice.count)
    let start = max(0, min(scroll, lines.count - rows))
    return Array(lines.dropFirst(start).prefix(rows) + notice)
  }

  /// Handles a key.
  mutating func take(_ key: Key, on screen: any FlowScreen, size: WindowSize) -> Outcome {
    switch key {
    case .control("c"): return .interrupt
    case .control("z"): return .suspend
    case .control("l"):
      painter.forget()
      return .stay
    default: break
    }
    message = StyledText()
    let wasAsked = hasAsked
    hasAsked = false
    if page != nil {
      turn(key, size)
      return .stay
    }
    if command != nil { return edit(key, screen) }
    return asking(use(key, screen, size), wasAsked: wasAsked)
  }

  /// Asks before a key discards the user's entries.
  private mutating func asking(_ outcome: Outcome, wasAsked: Bool) -> Outcome {
    guard outcome == .leave, hasEntries, !wasAsked else { return outcome }
    hasAsked = true
    message = StyledText(ScreenSession.leavingQuestion + " The same key again leaves.", .yellow)
    return .stay
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
      var hasEntered = false
      let reply = table(screen) { hasEntered = true }.perform(line)
      if hasEntered { hasEntries = !screen.keepsEntries }
      return answer(reply)
    default: _ = command?.take(key)
    }
    return .stay
  }

  private mutating func use(_ key: Key, _ screen: any FlowScreen, _ size: WindowSize) -> Outcome {
    let elements = self.elements ?? frame(of: screen.layout, size, showsFocus: false).elements
    focus.adapt(to: elements)
    if let action = focus.take(key, in: elements) {
      wasTyping = focus.isTyping(in: elements)
      followsFocus = true
      perform(action, screen)
      return .stay
    }
    switch key {
    case .pageDown, .down: look(by: key == .down ? 1 : size.rows - 1)
    case .pageUp, .up: look(by: key == .up ? -1 : 1 - size.rows)
    case .character(":"): command = TextEditing("", cursor: 0)
    case .character("?"): return answer(.answered(table(screen).possibleHelp + "\n\n" + keys(screen, size)))
    case .character(let character):
      guard let reply = keyTable(screen).perform(key: character) else { break }
      return answer(reply)
    case .control("d"): return .leave
    default: break
    }
    return .stay
  }

  private mutating func look(by lines: Int) {
    scroll += lines
    followsFocus = false
  }

  private mutating func perform(_ action: FocusModel.Action, _ screen: any FlowScreen) {
    guard action != .moved else { return }
    // The action may change the elements.
    elements = nil
    if case .press = action {} else { hasEntries = !screen.keepsEntries }
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
    case .done: return .stay
    case .leave: return .leave
    case .refused(let text): message = StyledText(text, .yellow)
    case .answered(let text) where text.contains("\n"): page = Page(text: text)
    case .answered(let text): message = StyledText(text)
    }
    return .stay
  }

  private static var quit: ScreenCommand { ScreenCommand("quit", help: "leaves the screen", key: "q") { _ in .leave } }

  private func table(_ screen: any FlowScreen, entered: @escaping () -> Void = {}) -> CommandTable {
    CommandTable(
      screen.commands, common: ElementCommands(screen.layout).commands(reportingEntries: entered) + [Self.quit])
  }

  /// Returns a table with only the commands that can have keys. The commands for elements have none, and would need the
  /// layout again.
  private func keyTable(_ screen: any FlowScreen) -> CommandTable {
    CommandTable(screen.commands, common: [Self.quit])
  }

  /// Returns the command line. If it is too long, its start is cut so that the cursor stays visible.
  private func commandLine(_ command: TextEditing, columns: Int) -> (text: StyledText, cursor: Int) {
    // One column is for the colon, one for a cursor at the end.
    let near = TextAroundCursor(command.text, cursor: command.cursor, width: columns)
    let before = near.before(width: columns - 2)
    return (":" + before + near.after(width: columns), 1 + before.displayWidth)
  }

  private func hint(_ screen: any FlowScreen) -> String {
    if focus.isTyping(in: elements ?? []) { return "Tab next · Esc commands" }
    let keys = keyTable(screen).keys.map { "\($0.key) \($0.name)" }
    return (["? help", ": command"] + keys).joined(separator: " · ")
  }

  /// Returns a line for each key that does something now, besides the keys of commands.
  private func keys(_ screen: any FlowScreen, _ size: WindowSize) -> String {
    let frame = frame(of: screen.layout, size, showsFocus: false)
    let overflows = frame.lines.count + footer(screen, size).count > size.rows
    let keys: [(isUsable: Bool, text: String)] = [
      (!frame.elements.isEmpty, "Tab, arrows       move the focus"),
      (focus.focus != nil, "Enter, space      use the element that has the focus"),
      (focus.focus != nil, "Esc               releases the focus, so that keys are commands"),
      (true, ":                 starts a command"),
      (overflows, "page up and down  scroll"),
      (true, "Ctrl-L            redraws the screen"),
      (true, "Ctrl-C, Ctrl-Z    interrupt and suspend the program"),
    ]
    return keys.filter(\.isUsable).map(\.text).joined(separator: "\n")
  }
}
