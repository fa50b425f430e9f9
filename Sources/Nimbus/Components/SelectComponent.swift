public import FlowJSON
public import FlowScreens

/// A choice among options. Available as `select` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "select", "properties": {
///   "label": "Size", "options": ["S", "M", {"label": "Large", "value": 3}], "value": "@{size}",
///   "onChange": [{"_:action": "setState", "properties": {"path": "size", "value": "@{onChange}"}}]}}
/// ```
///
/// `label` and `options` are required. An option is an object with a `label` and a `value`, or a value that is its own
/// label. `value` is the value of the selected option. If no option has that value, none is selected. `disabled` is a
/// Boolean, `false` by default. `error` is shown below the choice in red, unless it's absent, null or empty. `onChange`
/// runs with the value of the newly selected option.
public struct SelectComponent: ViewDecodable {
  /// An option of a choice.
  public struct Option: Decodable, Sendable, Hashable {
    /// The label of the option.
    public var label: String
    /// The value of the option.
    public var value: JSONValue

    /// Creates an option.
    public init(_ label: String, value: JSONValue) {
      self.label = label
      self.value = value
    }

    /// Creates an option by decoding it. An option is an object with a label and a value, or a value that is its own
    /// label.
    public init(from decoder: any Decoder) throws {
      let single = try decoder.singleValueContainer()
      // Requesting members of a value that isn't an object creates an error, which would take most of the time.
      switch try? single.decode(JSONValue.self) {
      case .object?, nil:
        let members = try decoder.container(keyedBy: Keys.self)
        label = try members.decode(String.self, forKey: .label)
        value = try members.decode(JSONValue.self, forKey: .value)
      case let whole?:
        label = try single.decode(String.self)
        value = whole
      }
    }

    private enum Keys: CodingKey {
      case label, value
    }
  }

  /// The label of the choice.
  public var label: String
  /// The options.
  public var options: [Option]
  /// The value of the selected option.
  public var value: JSONValue?
  /// The error message below the choice.
  public var error: String?
  /// A Boolean value that indicates whether the choice is disabled.
  public var disabled: Bool?
  /// Runs with the value of the newly selected option.
  @StatefulEvent public var onChange: (JSONValue) -> Void

  /// Creates a choice.
  public init(
    _ label: String, options: [Option], value: JSONValue? = nil, onChange: @escaping (JSONValue) -> Void
  ) {
    self.label = label
    self.options = options
    self.value = value
    self.onChange = onChange
  }

  /// Returns the layout of the choice, with its error message below it.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    let choice = LayoutElement.choice(
      context.id, label: label, options: options.map(\.label),
      selected: value.flatMap { value in options.firstIndex { $0.value == value } }
    ) { [options, onChange] index in
      guard options.indices.contains(index) else { return }
      onChange(options[index].value)
    }
    return .element(choice.disabled(disabled == true).refused([error ?? ""]))
  }
}
