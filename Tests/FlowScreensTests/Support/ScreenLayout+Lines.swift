import FlowScreens

extension ScreenLayout {
  /// The drawn lines without their styles.
  func lines(_ width: Int, focus: LayoutFocus? = nil) -> [String] { laidOut(width: width, focus: focus).text }

  static func button(_ id: String, _ label: String) -> ScreenLayout { .element(.button(id, label: label) {}) }

  static func input(_ id: String, _ label: String, _ text: String, placeholder: String = "") -> ScreenLayout {
    .element(.input(id, label: label, text: text, placeholder: placeholder) { _ in })
  }
}
