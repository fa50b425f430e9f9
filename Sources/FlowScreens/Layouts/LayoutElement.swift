/// Something on a screen that can be used: it takes the focus, and keys and commands reach it.
///
/// ```swift
/// let button = LayoutElement.button("send", label: "Send") { send() }
/// ```
public struct LayoutElement {
  /// What can be done with an element.
  public enum Kind {
    /// It can be pressed.
    case button(press: () -> Void)
    /// Text can be typed into it; every change is told. `isHidden` shows dots, as for passwords.
    case input(text: String, placeholder: String, isHidden: Bool, change: (String) -> Void)
    /// It can be switched on and off.
    case toggle(isOn: Bool, set: (Bool) -> Void)
    /// One of its options can be chosen.
    case choice(options: [String], selected: Int?, select: (Int) -> Void)
  }

  /// What the element is known by; unique on its screen, and the same each time that screen is drawn. Where it is not unique,
  /// ``Layout/elements`` and frames number it.
  public var id: String
  /// What it is called where it is shown.
  public var label: String
  /// What can be done with it.
  public var kind: Kind
  /// Whether it can be used now.
  public var isEnabled: Bool

  /// Makes an element.
  public init(_ id: String, label: String, kind: Kind, isEnabled: Bool = true) {
    self.id = id
    self.label = label
    self.kind = kind
    self.isEnabled = isEnabled
  }

  /// Makes a button.
  public static func button(_ id: String, label: String, press: @escaping () -> Void) -> LayoutElement {
    LayoutElement(id, label: label, kind: .button(press: press))
  }

  /// Makes a text input.
  public static func input(
    _ id: String, label: String, text: String, placeholder: String = "", isHidden: Bool = false,
    change: @escaping (String) -> Void
  ) -> LayoutElement {
    LayoutElement(
      id, label: label, kind: .input(text: text, placeholder: placeholder, isHidden: isHidden, change: change))
  }

  /// Makes a switch.
  public static func toggle(
    _ id: String, label: String, isOn: Bool, set: @escaping (Bool) -> Void
  ) -> LayoutElement {
    LayoutElement(id, label: label, kind: .toggle(isOn: isOn, set: set))
  }

  /// Makes a choice among options.
  public static func choice(
    _ id: String, label: String, options: [String], selected: Int?, select: @escaping (Int) -> Void
  ) -> LayoutElement {
    LayoutElement(id, label: label, kind: .choice(options: options, selected: selected, select: select))
  }

  /// The element, which can be used only if `isDisabled` is false.
  ///
  /// ```swift
  /// let button = LayoutElement.button("send", label: "Send") { send() }.disabled()
  /// ```
  public func disabled(_ isDisabled: Bool = true) -> LayoutElement {
    LayoutElement(id, label: label, kind: kind, isEnabled: !isDisabled)
  }
}
