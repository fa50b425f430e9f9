import FlowScreens

/// The focus on the elements of a frame. It decides which element has the focus, and what effect a key has on it.
struct FocusModel: Sendable, Equatable {
  /// The action of a key on an element.
  enum Action: Sendable, Equatable {
    /// Only the focus or the cursor may have changed.
    case moved
    case press(String)
    case type(String, String)
    case set(String, Bool)
    case select(String, Int)
  }

  private(set) var focus: LayoutFocus?
  /// The last known index of the focused element, in case the element disappears.
  private var index = 0
  /// Whether the user has released the focus, so that keys are commands.
  private(set) var isReleased = false

  /// Keeps the focus on its element. If the element is gone or disabled, moves the focus to the element in its place.
  mutating func adapt(to elements: [Frame.PlacedElement]) {
    guard !isReleased else { return }
    if let id = focus?.id, let place = elements.firstIndex(where: { $0.id.isExactly(id) && $0.isEnabled }) {
      index = place
      return
    }
    let place =
      elements.indices.dropFirst(index).first { elements[$0].isEnabled }
      ?? elements.indices.last { elements[$0].isEnabled }
    focus(on: place, in: elements)
  }

  /// Puts the focus on an element if it is enabled.
  mutating func focus(on id: String, in elements: [Frame.PlacedElement]) {
    guard let place = elements.firstIndex(where: { $0.id.isExactly(id) && $0.isEnabled }) else { return }
    focus(on: place, in: elements)
  }

  /// Whether keys type text into an input.
  func isTyping(in elements: [Frame.PlacedElement]) -> Bool {
    if case .input = focused(in: elements)?.state { true } else { false }
  }

  /// Handles a key, and returns its action; nil if no element uses the key.
  mutating func take(_ key: Key, in elements: [Frame.PlacedElement]) -> Action? {
    switch key {
    case .tab, .down: return move(by: 1, in: elements)
    case .backTab, .up: return move(by: -1, in: elements)
    case .escape where focus != nil:
      isReleased = true
      focus = nil
      return .moved
    default:
      guard let element = focused(in: elements) else { return nil }
      return take(key, element, elements)
    }
  }

  private mutating func take(_ key: Key, _ element: Frame.PlacedElement, _ elements: [Frame.PlacedElement]) -> Action? {
    let activates = key == .enter || key == .character(" ")
    switch element.state {
    case .button: return activates ? .press(element.id) : nil
    case .toggle(let isOn): return activates ? .set(element.id, !isOn) : nil
    case .choice(let options, let selected):
      guard !options.isEmpty else { return nil }
      // A layout can name an option that there isn't.
      let current = selected.flatMap { options.indices.contains($0) ? $0 : nil }
      if activates || key == .right {
        return .select(element.id, current.map { ($0 + 1) % options.count } ?? 0)
      }
      if key == .left { return .select(element.id, ((current ?? 0) + options.count - 1) % options.count) }
      return nil
    case .input(let text, _):
      let hasLines = element.textKind.lines > 1
      if key == .enter, !hasLines { return move(by: 1, in: elements) }
      var editing = TextEditing(text, cursor: focus?.cursor ?? 0, hasLines: hasLines)
      guard editing.take(key) else { return nil }
      focus?.cursor = editing.cursor
      return editing.text.isExactly(text) ? .moved : .type(element.id, editing.text)
    }
  }

  private func focused(in elements: [Frame.PlacedElement]) -> Frame.PlacedElement? {
    guard let id = focus?.id else { return nil }
    return elements.first { $0.id.isExactly(id) && $0.isEnabled }
  }

  /// Moves the focus to the next or previous enabled element, and wraps around at the ends.
  private mutating func move(by step: Int, in elements: [Frame.PlacedElement]) -> Action? {
    let usable = elements.indices.filter { elements[$0].isEnabled }
    guard !usable.isEmpty else { return nil }
    let place: Int?
    if let id = focus?.id, let current = usable.firstIndex(where: { elements[$0].id.isExactly(id) }) {
      place = usable[(current + step + usable.count) % usable.count]
    } else {
      place = step > 0 ? usable.first : usable.last
    }
    isReleased = false
    focus(on: place, in: elements)
    return .moved
  }

  /// Puts the focus on the element at an index. In an input, the cursor starts at the end of the text.
  private mutating func focus(on place: Int?, in elements: [Frame.PlacedElement]) {
    isReleased = false
    index = place ?? 0
    focus = place.map { place in
      guard case .input(let text, _) = elements[place].state else { return LayoutFocus(elements[place].id) }
      return LayoutFocus(elements[place].id, cursor: text.count)
    }
  }
}
