import FlowMarkup
import FlowScreens
import FlowState

/// A screen that a browser shows. Only the queue of its run uses it.
final class BrowserScreen {
  /// A page of the screen.
  struct Page: Sendable {
    var title: String
    var markup: Markup
    /// The number of the screen in its session.
    var screen: Int
    /// The number that a form must carry.
    var number: Int
    /// The number of changes that the page shows.
    var version: Int
    /// A value that stays the same while the elements mean the same.
    var signature: Int
    /// The number of seconds after which the page is loaded again, where no script runs.
    var refresh: Int?
    /// The mark of the latest form that was taken, if it has one.
    var taken: String?
  }

  private let screen: any FlowScreen
  private let run: RunAccess
  private let session: BrowserSession
  private let images: ImagePlaces
  /// The number of the screen in the session; nil before it begins.
  private var id: Int?
  private var ended: ((Result<ScreenEnding, any Error>) -> Void)?
  private var cancelAlarm: (@Sendable () -> Void)?
  /// The signature of the latest page.
  private var signature: Int?
  /// A sentence about the latest press.
  private var note = ""
  /// The entry of a late form, which isn't taken.
  private var draft: [String: String] = [:]
  /// The mark of the latest form that was taken, if it has one.
  private var taken: String?

  init(
    _ screen: any FlowScreen, in run: RunAccess, of session: BrowserSession, images: ImagePlaces,
    ended: @escaping (Result<ScreenEnding, any Error>) -> Void
  ) {
    self.screen = screen
    self.run = run
    self.session = session
    self.images = images
    self.ended = ended
  }

  /// Shows the screen. The session retains it until it is removed.
  func begin() {
    let wake = run.callback { self.drain() }
    id = session.add(wake)
    screen.observe(run.callback { [weak self] in self?.screenChanged() })
    // Ending is reported after the caller has returned.
    wake()
  }

  /// Removes the screen. Its end isn't reported.
  func remove() {
    ended = nil
    cancelAlarm.take()?()
    guard let id = id.take() else { return }
    for job in session.remove(id) { job(nil) }
  }

  private func finish(_ ending: ScreenEnding) {
    guard let ended = ended.take() else { return }
    remove()
    ended(.success(ending))
  }

  // MARK: Events

  /// Does what requests have asked for.
  private func drain() {
    while let id, let job = session.nextJob(of: id) {
      // As any presenter, before it handles an event.
      screen.timePassed()
      if screen.isFinished {
        finish(.finished)
        return job(nil)
      }
      job(self)
    }
    settle()
  }

  private func screenChanged() {
    guard ended != nil else { return }
    session.noteChange()
    settle()
  }

  private func settle() {
    guard ended != nil else { return }
    if screen.isFinished { finish(.finished) } else { awaitChange() }
  }

  /// Waits until the screen changes with time. If nobody watches, it isn't asked more than once a second.
  private func awaitChange() {
    cancelAlarm.take()?()
    guard let next = screen.nextChange else { return }
    let shortest = session.isFollowed ? Duration.milliseconds(50) : .seconds(1)
    cancelAlarm = run.schedule(after: max(next, shortest)) { [weak self] in
      self?.cancelAlarm = nil
      self?.screen.timePassed()
      self?.screenChanged()
    }
  }

  // MARK: Pages

  /// Returns the page of the screen as it is now.
  ///
  /// - Parameter isSeen: Whether a person sees the whole page anew, so that its note isn't shown again.
  /// - Returns: The page.
  func page(isSeen: Bool) -> Page {
    let version = session.version
    let content = ScreenContent(screen.layout, images: images, draft: draft)
    note(content.signature)
    let form = ScreenForm(
      content, notice: screen.notice, note: note, commands: offeredCommands(content), canGoBack: canGoBack(content))
    if isSeen { (note, draft) = ("", [:]) }
    return Page(
      title: content.title, markup: form.markup, screen: id ?? 0, number: session.number, version: version,
      signature: content.signature, refresh: refresh(content), taken: taken)
  }

  /// Notes what the elements mean. Forms of an earlier meaning are late.
  private func note(_ signature: Int) {
    if self.signature != signature { session.changeNumber() }
    self.signature = signature
  }

  /// The commands that have no button among the elements, with their places in the list of all commands.
  private func offeredCommands(_ content: ScreenContent) -> [(place: Int, command: ScreenCommand)] {
    let ids = Set(content.elements.map { ScreenName($0.id) })
    return screen.commands.enumerated().compactMap { place, command in
      command.isPossible && !ids.contains(ScreenName(command.name)) ? (place, command) : nil
    }
  }

  /// Whether the page needs a button that takes the run back. A screen with a Back of its own has it.
  private func canGoBack(_ content: ScreenContent) -> Bool {
    let hasOwn =
      content.elements.contains { $0.id.isSame(as: "back") }
      || screen.commands.contains { $0.isPossible && $0.name.isSame(as: "back") }
    return !hasOwn && run.canGoBack
  }

  private func refresh(_ content: ScreenContent) -> Int? {
    // Loading a page again removes what is being typed.
    if let next = screen.nextChange {
      return content.hasTexts ? 60 : Int(max(2, min(60, next.components.seconds + 1)))
    }
    return content.elements.contains(where: \.isOffered) ? nil : 3
  }

  // MARK: Forms

  /// Takes a posted form, unless the screen has changed since it was shown.
  func take(_ post: PostedScreen) {
    let content = ScreenContent(screen.layout)
    note(content.signature)
    let standing = session.standing(of: post)
    guard standing == .current else { return refuse(post, content, isRepeated: standing == .repeated) }
    if post.press != .live { note = "" }
    // The form has what the draft had.
    draft = [:]
    enter(post, content)
    taken = post.mark
    guard !screen.isFinished else { return settle() }
    switch post.press {
    case .live, .update: break
    case .back: if canGoBack(ScreenContent(screen.layout)) { run.goBack() }
    case .element(let place): press(place, content)
    case .command(let place): perform(place, post.arguments[place] ?? "")
    }
    session.noteChange()
    settle()
  }

  private func refuse(_ post: PostedScreen, _ content: ScreenContent, isRepeated: Bool) {
    // An entry isn't lost. A person who pressed twice has seen it taken.
    guard !isRepeated else {
      note = "You pressed twice. It counted once."
      return
    }
    // The script keeps what is typed on the page itself.
    guard post.press != .live else { return }
    for (place, element) in content.elements.enumerated() {
      let key = PostedScreen.key(of: element, at: place)
      if let text = element.entered(post.open[key]) { draft[key] = text }
    }
    note = "The page had changed before you pressed. Nothing was done. This is how it is now."
  }

  /// Enters what the form has changed. An entry can change the layout, so that each element is looked up anew.
  private func enter(_ post: PostedScreen, _ content: ScreenContent) {
    let changes = content.elements.enumerated().compactMap { place, element in
      element.entered(post.entries[place]).map { (element, $0) }
    }
    var elements = content.elements
    for (index, (old, text)) in changes.enumerated() {
      if index > 0 { elements = ScreenContent(screen.layout).elements }
      guard let element = elements.first(where: { $0.id.isSame(as: old.id) }), element.takesEntries(of: old) else {
        continue
      }
      element.enter(text)
      if screen.isFinished { return }
    }
  }

  private func press(_ place: Int, _ content: ScreenContent) {
    guard content.elements.indices.contains(place) else { return }
    let old = content.elements[place]
    let element = ScreenContent(screen.layout).elements.first { $0.id.isSame(as: old.id) }
    guard let element, element.isOffered, case .button(let press) = element.kind else {
      note = "That isn't possible now."
      return
    }
    press()
  }

  private func perform(_ place: Int, _ argument: String) {
    let commands = screen.commands
    guard commands.indices.contains(place), commands[place].isPossible, argument.utf8.count <= 4_096 else {
      note = "That isn't possible now."
      return
    }
    let text = commands[place].argument == nil ? "" : argument.trimmed
    switch commands[place].perform(text) {
    case .done: break
    case .answered(let sentence), .refused(let sentence): note = sentence
    case .leave: finish(.left)
    }
  }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
