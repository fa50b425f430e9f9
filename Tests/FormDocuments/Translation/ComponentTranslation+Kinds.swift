import FlowJSON

/// The kinds of components.
extension ComponentTranslation {
  static let content: Set<String> = ["Para", "Html", "InsetText", "Details", "FlashCard", "List"]

  /// Translates a component that asks for an answer.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - lists: The lists of the document by name.
  ///   - isRepeating: Whether the page asks for the answer again and again.
  ///   - hidesAnswer: Whether the runner doesn't find the answer.
  ///   - naming: Returns a field's name for a text, and each one once.
  ///   - report: Reports what can't be expressed.
  init(
    _ component: JSONValue, _ lists: [String: JSONValue], isRepeating: Bool, hidesAnswer: Bool,
    naming: (String) -> String, report: (String) -> Void
  ) {
    let (name, kind) = (component.text("name") ?? "", component.text("type") ?? "")
    let options = component["options"] ?? [:]
    let isOptional = options["required"] == .bool(false) && !isRepeating
    let label = Self.localised(component["title"]) ?? component.text("name") ?? kind
    var shared: [(String, JSONValue)] = []
    if isOptional { shared.append(("optional", true)) }
    func field(_ name: String, _ type: String, _ label: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
      var members: [(String, JSONValue)] = [
        ("name", .string(name)), ("type", .string(type)), ("label", .string(label.cut(to: 500))),
      ]
      members += more
      members += shared.filter { shared in !members.contains { $0.0 == shared.0 } }
      return .object(JSONObject(members))
    }
    func parts(_ parts: [(String, String, String, [(String, JSONValue)])]) -> ([String], [JSONValue]) {
      let names = parts.map { naming("\(name.prefix(40))_\($0.0)") }
      return (names, zip(names, parts).map { field($0, $1.1, "\(label): \($1.2)", $1.3) })
    }
    let hour: [(String, JSONValue)] = [("from", 0), ("to", 23)]
    let minute: [(String, JSONValue)] = [("from", 0), ("to", 59)]
    var reading = Reading.text
    var (names, fields): ([String], [JSONValue]) = ([], [])
    Self.reportChecks(component, report)
    let hasParts = ["TimeField", "DateTimeField", "DateTimePartsField", "MonthYearField", "UkAddressField"]
    if !hasParts.contains(kind) { names = [naming(name)] }
    switch kind {
    case "YesNoField":
      reading = .bool
      let choices: JSONValue = [["value": "true", "label": "Yes"], ["value": "false", "label": "No"]]
      fields = [field(names[0], "choice", label, [("options", choices)])]
    case "NumberField":
      reading = .number
      let (lower, upper) = (component["schema"]?.number("min"), component["schema"]?.number("max"))
      var limits: [(String, JSONValue)] = []
      if let lower, lower <= upper ?? .infinity { limits.append(("from", .of(lower))) }
      if let upper, lower ?? -.infinity <= upper { limits.append(("to", .of(upper))) }
      fields = [field(names[0], "number", label, limits)]
    case "DateField", "DatePartsField":
      reading = .date
      fields = [field(names[0], "date", label)]
    case "TimeField":
      reading = .time
      (names, fields) = parts([("hour", "integer", "hour", hour), ("minute", "integer", "minute", minute)])
    case "DateTimeField", "DateTimePartsField":
      reading = .dateTime
      (names, fields) = parts([
        ("date", "date", "date", []), ("hour", "integer", "hour", hour), ("minute", "integer", "minute", minute),
      ])
    case "MonthYearField":
      reading = .monthYear
      (names, fields) = parts([
        ("month", "integer", "month", [("from", 1), ("to", 12)]),
        ("year", "integer", "year", [("from", 1000), ("to", 3000)]),
      ])
    case "UkAddressField":
      reading = .address
      (names, fields) = parts([
        ("line1", "text", "line 1", [("limit", 100)]),
        ("line2", "text", "line 2", [("limit", 100), ("optional", true)]),
        ("town", "text", "town or city", [("limit", 100)]), ("postcode", "text", "postcode", [("limit", 10)]),
      ])
    case "SelectField", "AutocompleteField", "RadiosField", "CheckboxesField":
      let (choices, ofNumbers) = Self.choices(component, lists, report)
      let values = choices.map { $0.text("value") ?? "" }
      let isList = kind == "CheckboxesField" || isRepeating
      if choices.isEmpty {
        report("its list has no options, so it is a text")
        fields = [field(names[0], "text", label)]
      } else {
        reading = isList ? .list(ofNumbers: ofNumbers) : .option(values, ofNumbers: ofNumbers)
        let least: [(String, JSONValue)] = isList ? [("from", isOptional ? 0 : 1)] : []
        if isList { shared = [] }
        fields = [field(names[0], isList ? "choices" : "choice", label, [("options", .array(choices))] + least)]
      }
    case "FileUploadField":
      reading = .file
      fields = [field(names[0], "file", label)]
    case "EmailAddressField": fields = [field(names[0], "email", label)]
    case "TelephoneNumberField": fields = [field(names[0], "phone", label)]
    case "MultilineTextField", "TextField", "WebsiteField":
      var more: [(String, JSONValue)] = []
      if let limit = component["schema"]?.number("max"), limit >= 1, limit <= 100_000 {
        more.append(("limit", .integer(Int64(limit))))
      }
      if kind == "MultilineTextField" {
        more.append(("lines", .integer(Int64(min(max(options.number("rows") ?? 5, 1), 100)))))
      }
      if let token = options.text("autocomplete"), token.utf8.count <= 100 {
        more.append(("autocomplete", .string(token)))
      }
      fields = [field(names[0], "text", label, more)]
    default:
      report("the runner knows no component of the type '\(kind)', so it is a text")
      fields = [field(names[0], "text", label)]
    }
    if isRepeating {
      switch reading {
      case .list: break
      default:
        report("it is asked once, because a flow document doesn't repeat a question")
        reading = .single
      }
    }
    if hidesAnswer { reading = .nothing }
    if let hint = Self.localised(component["hint"])?.withoutTags, !hint.isEmpty, case .object(var first) = fields[0] {
      first["hint"] = .string(hint.cut(to: 2_000))
      fields[0] = .object(first)
    }
    self.init(
      name: name, reading: reading, isOptional: isOptional, names: names, fields: fields)
  }

  /// Reports the checks that a flow document doesn't have.
  private static func reportChecks(_ component: JSONValue, _ report: (String) -> Void) {
    let (schema, options) = (component["schema"] ?? [:], component["options"] ?? [:])
    for name in ["regex", "length", "precision", "integer"] where schema[name] != nil && schema[name] != .string("") {
      report("'\(name)' isn't checked")
    }
    if component.text("type") != "NumberField", let least = schema.number("min"), least > 0 {
      report("the least number of characters isn't checked")
    }
    for name in ["maxDaysInPast", "maxDaysInFuture", "maxWords", "condition"] where options[name] != nil {
      report(name == "condition" ? "it is always shown, whatever its condition is" : "'\(name)' isn't checked")
    }
  }

  private static func choices(
    _ component: JSONValue, _ lists: [String: JSONValue], _ report: (String) -> Void
  ) -> ([JSONValue], ofNumbers: Bool) {
    // Older versions of the format have the list in the options, or the items in the component.
    let values = component["values"] ?? [:]
    let name = component.text("list") ?? component["options"]?.text("list") ?? values.text("list")
    let list = name.flatMap { lists[$0] } ?? values
    let ofNumbers = list.text("type") == "number" || list.text("valueType") == "number"
    var seen: Set<String> = []
    var choices: [JSONValue] = []
    for item in list.elements("items") {
      var value =
        switch item["value"] {
        case .string(let text)?: ofNumbers ? text.finiteNumber.map { JSONValue.of($0).jsonText } ?? "" : text
        case .number(let number)?: JSONValue.of(number).jsonText
        case .null?: ""
        case let other?: other.jsonText
        case nil: ""
        }
      value = value.cut(to: 200)
      if item["conditional"]?["components"] != nil {
        report("the components inside of the option '\(value)' are left out, as the runner leaves them out")
      }
      if let condition = item.text("condition"), !condition.isEmpty {
        report("the option '\(value)' is always offered, whatever its condition is")
      }
      guard !value.isEmpty, seen.insert(value).inserted else {
        report("an option is left out, because its value is empty or stands there twice")
        continue
      }
      guard choices.count < 1_000 else {
        report("the options behind the first 1000 are left out")
        break
      }
      let label = localised(item["text"]) ?? item.text("label") ?? item.text("title") ?? value
      choices.append(["value": .string(value), "label": .string(label.cut(to: 500))])
    }
    return (choices, ofNumbers)
  }

  /// The text of a title, which can have one for each language.
  static func localised(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { return text.isEmpty ? nil : text }
    return value?.text("en")
  }
}

extension String {
  /// The text, shortened to a number of bytes.
  func cut(to limit: Int) -> String {
    var text = self
    while text.utf8.count > limit { text = String(text.dropLast(max(1, (text.utf8.count - limit) / 4))) }
    return text
  }

  /// The text without the tags of HTML, on one line.
  var withoutTags: String {
    var text = ""
    var isTag = false
    for character in self {
      if character == "<" {
        isTag = true
      } else if character == ">", isTag {
        isTag = false
        text.append(" ")
      } else if !isTag {
        text.append(character.isNewline ? " " : character)
      }
    }
    return text.split(separator: " ").joined(separator: " ")
  }
}
