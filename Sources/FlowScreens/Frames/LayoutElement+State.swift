extension LayoutElement {
  /// The kind of the element and the values that it shows, without its closures.
  public var state: Frame.ElementState {
    switch kind {
    case .button: .button
    case .input(let text, _, let isHidden, _): .input(text: text, isHidden: isHidden)
    case .toggle(let isOn, _): .toggle(isOn: isOn)
    case .choice(let options, let selected, _): .choice(options: options, selected: selected)
    }
  }
}
