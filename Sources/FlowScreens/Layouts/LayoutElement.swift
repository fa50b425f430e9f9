/// An interactive element of a screen. It can have the focus, and it receives keys and commands.
///
/// ```swift
/// let button = LayoutElement.button("send", label: "Send") { send() }
/// ```
public struct LayoutElement {
  /// The kind of an element, with the values that it shows and the closures that it calls.
  public enum Kind {
    /// A button that can be pressed.
    case button(press: () -> Void)
    /// A text input. Each edit calls `change` with the new text. If `isHidden` is true, it shows dots, as for
    /// passwords.
    case input(text: String, placeholder: String, isHidden: Bool, change: (String) -> Void)
    /// A switch that can be turned on and off.
    case toggle(isOn: Bool, set: (Bool) -> Void)
    /// A choice among options. `selected` is the index of the chosen option.
    case choice(options: [String], selected: Int?, select: (Int) -> Void)
  }

  /// The kind of text that an input takes. Pages and keyboards can follow it.
  ///
  /// ```swift
  /// let note = LayoutElement.input("note", label: "Note", text: "") { _ in }.taking(.lines(4))
  /// ```
  public enum TextKind: Sendable, Hashable {
    /// Any text of one line.
    case text
    /// A text of several lines; the number of lines that are shown.
    case lines(Int)
    /// An email address.
    case email
    /// A telephone number.
    case phone
    /// A number.
    case number
    /// A date.
    case date
    /// The path of a file on the computer of the program. A presenter whose user sits at another computer must not offer it.
    case path

    /// The number of lines that are shown.
    public var lines: Int { if case .lines(let lines) = self { max(1, lines) } else { 1 } }
  }

  /// The identifier of the element.
  ///
  /// Make it unique on its screen, and the same each time the screen is drawn. Identifiers that aren't unique are
  /// numbered in ``ScreenLayout/elements`` and in frames.
  public var id: String
  /// The name of the element on the screen.
  public var label: String
  /// The kind of the element.
  public var kind: Kind
  /// A Boolean value that indicates whether the element can be used now.
  public var isEnabled: Bool
  /// The kind of text that an input takes. Other elements ignore it.
  public var textKind = TextKind.text
  /// The value that the presenter may fill in, as in the HTML attribute `autocomplete`; empty if nothing is known.
  public var autocomplete = ""
  /// A sentence that helps the user, shown beside the element.
  public var hint = ""
  /// Sentences that say what is wrong with the value, shown beside the element.
  public var problems: [String] = []

  /// Creates an element.
  public init(_ id: String, label: String, kind: Kind, isEnabled: Bool = true) {
    self.id = id
    self.label = label
    self.kind = kind
    self.isEnabled = isEnabled
  }

  /// Creates a button.
  public static func button(_ id: String, label: String, press: @escaping () -> Void) -> LayoutElement {
    LayoutElement(id, label: label, kind: .button(press: press))
  }

  /// Creates a text input.
  ///
  /// - Parameters:
  ///   - id: The identifier of the element.
  ///   - label: The name of the element on the screen.
  ///   - text: The text that the user has entered so far.
  ///   - placeholder: A hint that is shown dimmed while the text is empty, such as `five digits`. Without styles, as in
  ///     a pipe, it is preceded by `hint:`, so that it doesn't look like entered text.
  ///   - isHidden: Whether the input shows dots, as for passwords.
  ///   - change: Receives the new text after each edit. The screen stores it.
  /// - Returns: The element.
  public static func input(
    _ id: String, label: String, text: String, placeholder: String = "", isHidden: Bool = false,
    change: @escaping (String) -> Void
  ) -> LayoutElement {
    LayoutElement(
      id, label: label, kind: .input(text: text, placeholder: placeholder, isHidden: isHidden, change: change))
  }

  /// Creates a switch.
  public static func toggle(
    _ id: String, label: String, isOn: Bool, set: @escaping (Bool) -> Void
  ) -> LayoutElement {
    LayoutElement(id, label: label, kind: .toggle(isOn: isOn, set: set))
  }

  /// Creates a choice among options.
  public static func choice(
    _ id: String, label: String, options: [String], selected: Int?, select: @escaping (Int) -> Void
  ) -> LayoutElement {
    LayoutElement(id, label: label, kind: .choice(options: options, selected: selected, select: select))
  }

  /// Returns a copy of the element that is disabled, or enabled if `isDisabled` is false.
  ///
  /// ```swift
  /// let button = LayoutElement.button("send", label: "Send") { send() }.disabled()
  /// ```
  public func disabled(_ isDisabled: Bool = true) -> LayoutElement {
    changing { $0.isEnabled = !isDisabled }
  }

  /// Returns a copy of the element with a sentence that helps the user.
  ///
  /// ```swift
  /// let phone = LayoutElement.input("phone", label: "Telephone", text: "") { _ in }.taking(.phone).hinted("With the code of the country")
  /// ```
  ///
  /// - Parameter hint: The sentence; empty for none.
  /// - Returns: The element.
  public func hinted(_ hint: String) -> LayoutElement {
    changing { $0.hint = hint }
  }

  /// Returns a copy of the element with sentences that say what is wrong with its value.
  ///
  /// - Parameter problems: The sentences; empty if nothing is wrong. Empty sentences are dropped.
  /// - Returns: The element.
  public func refused(_ problems: [String]) -> LayoutElement {
    changing { $0.problems = problems.filter { !$0.isEmpty } }
  }

  /// Returns a copy of an input that takes a kind of text.
  ///
  /// - Parameters:
  ///   - kind: The kind of text.
  ///   - autocomplete: What the presenter may fill in, as in the HTML attribute.
  /// - Returns: The element.
  public func taking(_ kind: TextKind, autocomplete: String = "") -> LayoutElement {
    changing { ($0.textKind, $0.autocomplete) = (kind, autocomplete) }
  }

  private func changing(_ change: (inout LayoutElement) -> Void) -> LayoutElement {
    var element = self
    change(&element)
    return element
  }
}
