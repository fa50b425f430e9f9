public import FlowJSON

extension StepAction: Codable {
  /// Creates an action from an element of a JSON document: an object with one member, named after a case.
  ///
  /// Unknown members are ignored. Two older formats are also accepted: a check box that holds its title directly, and
  /// items of a group that are strings.
  ///
  /// - Parameter json: The element that holds the action.
  /// - Throws: `JSONTypeError` of FlowJSON, with the location.
  public init(json: JSONElement) throws(JSONTypeError) {
    let kind = try Kind(json: json)
    let members = json[kind.rawValue]
    _ = try members.object()
    switch kind {
    case .button:
      self = .button(
        title: try members["title"].optionalString() ?? StepDefaults.buttonTitle,
        completed: try members["completed"].optionalBool(), identifier: try members["identifier"].optionalString())
    case .checkBox: self = .checkBox(item: try CheckBoxItem(checkBox: members))
    case .checkBoxGroup: self = .checkBoxGroup(items: try members["items"].array().map(CheckBoxItem.init(element:)))
    case .timer:
      self = .timer(
        seconds: try members["seconds"].double(), completedSeconds: try members["completedSeconds"].optionalDouble(),
        identifier: try members["identifier"].optionalString(),
        notification: try members["notification"].ifPresent(TimerNotification.init(json:)))
    case .customTimer:
      self = .customTimer(
        identifier: try members["identifier"].optionalString(),
        notification: try members["notification"].ifPresent(TimerNotification.init(json:)),
        completed: try members["completed"].optionalBool(), seconds: try members["seconds"].optionalDouble(),
        completedSeconds: try members["completedSeconds"].optionalDouble())
    case .stepper:
      self = .stepper(
        total: try members["total"].wholeNumber(),
        title: try members["title"].optionalString() ?? StepDefaults.stepperTitle,
        completed: try members["completed"].optionalBool(),
        completedRepetitions: try members["completedRepetitions"].optionalWholeNumber())
    }
  }

  /// The action as JSON, with its progress.
  public var json: JSONValue {
    var members = JSONObject()
    switch self {
    case .button(let title, let completed, let identifier):
      members["title"] = .string(title)
      members["completed"] = completed.map { .bool($0) }
      members["identifier"] = identifier.map { .string($0) }
    case .checkBox(let item): members["item"] = item.json
    case .checkBoxGroup(let items): members["items"] = .array(items.map(\.json))
    case .timer(let seconds, let done, let identifier, let notification):
      members["seconds"] = JSONValue(seconds: seconds)
      members["completedSeconds"] = done.map { JSONValue(seconds: $0) }
      members["identifier"] = identifier.map { .string($0) }
      members["notification"] = notification?.json
    case .customTimer(let identifier, let notification, let completed, let seconds, let done):
      members["identifier"] = identifier.map { .string($0) }
      members["notification"] = notification?.json
      members["completed"] = completed.map { .bool($0) }
      members["seconds"] = seconds.map { JSONValue(seconds: $0) }
      members["completedSeconds"] = done.map { JSONValue(seconds: $0) }
    case .stepper(let total, let title, let completed, let done):
      members["total"] = .integer(Int64(total))
      members["title"] = .string(title)
      members["completed"] = completed.map { .bool($0) }
      members["completedRepetitions"] = done.map { .integer(Int64($0)) }
    }
    return .object([kind.rawValue: .object(members)])
  }

  /// Decodes an action. Throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(StepAction.init(json:))
  }

  /// Encodes the action, with its progress.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

extension StepAction.Kind {
  /// Creates the kind of an action from the action's JSON.
  fileprivate init(json: JSONElement) throws(JSONTypeError) {
    let expected = "an action with exactly one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))"
    guard case .object(let object) = json.value else { throw json.mismatch(expected) }
    let known = Self.allCases.filter { object[$0.rawValue] != nil }
    if known.count == 1 {
      self = known[0]
      return
    }
    let names = known.isEmpty ? object.names.sorted() : known.map(\.rawValue)
    guard !names.isEmpty else { throw json.mismatch(expected) }
    let shown = names.prefix(6).map { JSONValue.string($0).foundName }
    throw JSONTypeError(
      at: json.location, expected: expected,
      found: "an object with \(shown.joined(separator: ", "))\(names.count > 6 ? ", …" : "")")
  }
}

extension JSONValue {
  /// The member's name, shortened for an error message.
  fileprivate var foundName: String {
    guard case .string(let name) = self, name.isLonger(than: 40) else { return jsonText }
    return "a long name"
  }
}

extension CheckBoxItem {
  /// Creates the item of a check box from its `item`, or from the members of the check box itself.
  fileprivate init(checkBox members: JSONElement) throws(JSONTypeError) {
    let item = members["item"]
    if item.isAbsent {
      let title = try members["title"].optionalString() ?? StepDefaults.checkBoxTitle
      try self.init(title: title, progressOf: members)
    } else {
      try self.init(json: item)
    }
  }

  /// Creates an item from an element of a group: an object, or a title.
  fileprivate init(element: JSONElement) throws(JSONTypeError) {
    if case .string(let title) = element.value {
      self.init(title: title)
    } else {
      try self.init(json: element)
    }
  }
}
