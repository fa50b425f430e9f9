public import FlowJSON
public import FlowScreens

/// A choice among options. A library offers it as `select`.
///
/// ```json
/// {"_:component": "select", "properties": {
///   "label": "Size", "options": ["S", "M", {"label": "Large", "value": 3}], "value": "@{size}",
///   "onChange": [{"_:action": "setState", "properties": {"path": "size", "value": "@{onChange}"}}]}}
/// ```
///
/// `label` and `options` are required. An option is an object with a `label` and a `value`, or a value that is its own
/// label. `value` is that of the chosen option; none is chosen if no option has it. `disabled` is a boolean, false by
/// default. `error` stands below in red unless it is absent, null or empty. `onChange` runs with the value that was chosen.
public struct SelectComponent: ViewDecodable {
  /// One of the things that can be chosen.
  public struct Option: Decodable, Sendable, Hashable {
    /// What it is called.
    public var label: String
    /// What it stands for.
    public var value: JSONValue

    /// Makes an option.
    public init(_ label: String, value: JSONValue) {
      self.label = label
      self.value = value
    }

    /// Decodes an object with a label and a value, or a value that is its own label.
    public init(from decoder: any Decoder) throws {
      if let members = try? decoder.container(keyedBy: Keys.self) {
        label = try members.decode(String.self, forKey: .label)
        value = try members.decode(JSONValue.self, forKey: .value)
      } else {
        let single = try decoder.singleValueContainer()
        label = try single.decode(String.self)
        value = try single.decode(JSONValue.self)
      }
    }

    private enum Keys: CodingKey {
      case label, value
    }
  }

  /// What is chosen.
  public var label: String
  /// What can be chosen.
  public var options: [Option]
  /// The value of the option that is chosen.
  public var value: JSONValue?
  /// What is wrong with it.
  public var error: String?
  /// Whether nothing can be chosen now.
  public var disabled: Bool?
  /// Runs with the value that was chosen.
  @StatefulEvent public var onChange: (JSONValue) -> Void

  /// Makes a choice.
  public init(
    _ label: String, options: [Option], value: JSONValue? = nil, onChange: @escaping (JSONValue) -> Void
  ) {
    self.label = label
    self.options = options
    self.value = value
    self.onChange = onChange
  }

  /// Draws the choice, and below it what is wrong.
  public func render(_ context: ComponentContext) -> Layout {
    let choice = LayoutElement.choice(
      context.id, label: label, options: options.map(\.label),
      selected: value.flatMap { value in options.firstIndex { $0.value == value } }
    ) { [options, onChange] index in
      guard options.indices.contains(index) else { return }
      onChange(options[index].value)
    }
    return Layout.element(choice.disabled(disabled == true)).withError(error)
  }
}
