import FlowJSON

/// The members of a document's objects, by the vocabulary page.
extension DocumentOracle {
  // MARK: Names

  static func isTitle(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_. \-]*/) != nil
  }

  static func isName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil
      && !["true", "false", "null"].contains(text)
  }

  static func isDuration(_ value: JSONValue?) -> Bool {
    guard let value else { return true }
    guard let text = value.oracleText, let match = text.wholeMatch(of: /([0-9]{1,6})(ms|s|m|h|d)/) else { return false }
    return (Int(match.1) ?? 0) > 0
  }

  /// Whether a value is a text for people: a string, or texts by language.
  static func isText(_ value: JSONValue?, _ limit: Int) -> Bool {
    guard let value else { return true }
    if case .object(let texts) = value {
      return (1...50).contains(texts.count)
        && texts.allSatisfy { isLanguage($0.name) && $0.value.oracleText.map { $0.utf8.count <= limit } ?? false }
    }
    return value.oracleText.map { $0.utf8.count <= limit } ?? false
  }

  static func isLanguage(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}/) != nil
  }

  /// Whether the former names of steps are those of one step each, and no step has them.
  static func areFormerNames(of steps: [JSONValue], _ places: [String: Int]) -> Bool {
    var known: Set<String> = []
    for step in steps {
      guard let value = step["formerly"] else { continue }
      guard case .array(let names) = value, names.count <= 200 else { return false }
      for name in names {
        guard let name = name.oracleText, isName(name), places[name] == nil, known.insert(name).inserted else {
          return false
        }
      }
    }
    return true
  }

  static func isBool(_ value: JSONValue?) -> Bool { value == nil || value == true || value == false }

  // MARK: Steps

  static func isStep(_ step: JSONValue) -> Bool {
    let kinds = ["form", "page", "use", "awaits"].filter { step[$0] != nil }
    guard kinds.count == 1, let id = step["id"]?.oracleText, isName(id), !["next", "back", "end"].contains(id),
      isBool(step["end"]), isBool(step["final"])
    else { return false }
    let shared = ["routes", "end", "final", "formerly"]
    var isRight: Bool
    switch kinds[0] {
    case "form":
      isRight = step.has(["id"], ["form"], shared + ["within"]) && isDuration(step["within"]) && isForm(step["form"])
    case "page":
      isRight = step.has(["id"], ["page"], shared) && step["page"]?.has(["title"], [], []) ?? false
      isRight = isRight && isText(step["page"]?["title"], 500)
    case "use":
      isRight = step.has(["id"], ["use"], shared + ["with", "timeout", "retry"]) && isDuration(step["timeout"])
      isRight = isRight && ["charge", "mail"].contains(step["use"]?.oracleText ?? "")
      if let retry = step["retry"] {
        isRight =
          isRight && retry.has(["attempts"], [], ["backoff"]) && isDuration(retry["backoff"])
          && (1...100).contains(retry["attempts"]?.oracleInteger ?? 0)
      }
    default:
      isRight = step.has(["id"], ["awaits"], shared + ["within"]) && isDuration(step["within"])
      isRight = isRight && step["awaits"] == "PapersArrived"
    }
    return isRight && areRoutes(step, kinds[0])
  }

  static func areRoutes(_ step: JSONValue, _ kind: String) -> Bool {
    guard let value = step["routes"] else { return true }
    guard case .array(let routes) = value, routes.count <= 100 else { return false }
    var words: Set<String> = []
    var isTaken = false
    for route in routes {
      guard route.has(["to"], [], ["when"]), let target = route["to"]?.oracleText, isName(target) else { return false }
      let word = route["when"]?.oracleText
      guard route["when"] == nil || word != nil else { return false }
      switch word {
      case "late"?: guard step["within"] != nil, words.insert("late").inserted else { return false }
      case "failed"?: guard kind == "use", words.insert("failed").inserted else { return false }
      case "timeout"?:
        guard kind == "use", step["timeout"] != nil, words.insert("timeout").inserted else { return false }
      case let text?:
        guard text.hasPrefix("@{"), text.hasSuffix("}"), text.count > 2, !isTaken else { return false }
      case nil:
        guard !isTaken else { return false }
        isTaken = true
      }
    }
    return !(isTaken && step["end"] == true)
  }

  // MARK: Forms

  static func isForm(_ form: JSONValue?) -> Bool {
    guard let form, form.has([], ["fields"], ["title"]), isText(form["title"], 500),
      case .array(let fields)? = form["fields"], (1...200).contains(fields.count), fields.allSatisfy({ isField($0) })
    else { return false }
    return Set(fields.map { $0["name"]?.oracleText ?? "" }).count == fields.count
  }

  static func isField(_ field: JSONValue) -> Bool {
    guard let name = field["name"]?.oracleText, isName(name) else { return false }
    guard field["type"] == nil || field["type"]?.oracleText != nil else { return false }
    let type = field["type"]?.oracleText ?? "text"
    var members = ["type", "label", "hint", "autocomplete"]
    if type != "toggle", type != "choices" { members.append("optional") }
    if ["text", "email", "phone", "password"].contains(type) { members.append("limit") }
    var required: [String] = []
    switch type {
    case "text": members.append("lines")
    case "email", "phone", "password", "toggle": break
    case "integer", "number", "date": members += ["from", "to"]
    case "money":
      members += ["from", "to"]
      required = ["currency"]
    case "choice": required = ["options"]
    case "choices":
      members += ["from", "to"]
      required = ["options"]
    case "file": members += ["types", "maximumSize"]
    default: return false
    }
    guard field.has(["name"], required, members), isText(field["label"], 500), isText(field["hint"], 2_000),
      field["autocomplete"].map({ ($0.oracleText?.utf8.count ?? .max) <= 100 }) ?? true, isBool(field["optional"]),
      field.isInteger("limit", 1...100_000),
      field.isInteger("lines", 1...100), field.isInteger("maximumSize", 1...1_000_000_000)
    else { return false }
    let isRequired = type == "choice" && field["optional"] != true
    return areOptions(field["options"], isRequired: isRequired) && areLimits(field, type)
  }

  static func areOptions(_ value: JSONValue?, isRequired: Bool) -> Bool {
    guard let value else { return true }
    guard case .array(let options) = value, (1...1_000).contains(options.count) else { return false }
    var values: Set<String> = []
    return options.allSatisfy { option in
      let text = option.oracleText ?? option["value"]?.oracleText
      guard let text, text.utf8.count <= 200, !isRequired || !text.isEmpty else { return false }
      if option.oracleText != nil { return values.insert(text).inserted }
      return option.has(["value"], [], ["label"]) && isText(option["label"], 500) && values.insert(text).inserted
    }
  }

  static func areLimits(_ field: JSONValue, _ type: String) -> Bool {
    let (from, to) = (field["from"], field["to"])
    switch type {
    case "date":
      let isDay = [from, to].allSatisfy { day in
        day == nil || day?.oracleText?.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
      }
      guard isDay else { return false }
      return (from?.oracleText ?? "0") <= (to?.oracleText ?? "9999")
    case "integer":
      guard [from, to].allSatisfy({ $0 == nil || $0?.oracleInteger != nil }) else { return false }
    case "choices":
      var count = 0
      if case .array(let options)? = field["options"] { count = options.count { $0 != "" && $0["value"] != "" } }
      guard field.isInteger("from", 0...1_000), field.isInteger("to", 1...1_000) else { return false }
      guard from?.oracleInteger ?? 0 <= count else { return false }
    case "money":
      guard let code = field["currency"]?.oracleText, code.wholeMatch(of: /[A-Z]{3}/) != nil else { return false }
    default: break
    }
    guard [from, to].allSatisfy({ $0 == nil || $0?.oracleNumber != nil }) else { return false }
    let least = from?.oracleNumber ?? (type == "money" || type == "choices" ? 0 : -.infinity)
    return least <= to?.oracleNumber ?? .infinity
  }

  static func type(of step: JSONValue) -> OracleType {
    if step["page"] != nil { return .nothing }
    if step["awaits"] != nil { return .object(["pages": .integer]) }
    if let name = step["use"]?.oracleText {
      return name == "mail"
        ? .object(["to": .optional(.text(nil))])
        : .object(["id": .text(nil), "state": .text(["paid", "open"]), "cents": .integer])
    }
    guard case .array(let fields)? = step["form"]?["fields"] else { return .nothing }
    var members: [String: OracleType] = [:]
    for field in fields {
      var options: Set<String> = []
      if case .array(let all)? = field["options"] {
        options = Set(all.map { $0.oracleText ?? $0["value"]?.oracleText ?? "" })
      }
      let words: Set<String>? = options.count > 64 ? nil : options
      let type: OracleType =
        switch field["type"]?.oracleText ?? "text" {
        case "integer": .integer
        case "number", "money": .number
        case "toggle": .bool
        case "choice": .text(words)
        case "choices": .list(.text(words))
        case "file": .object(["name": .text(nil), "mediaType": .text(nil), "size": .integer, "digest": .text(nil)])
        default: .text(nil)
        }
      members[field["name"]?.oracleText ?? ""] = field["optional"] == true ? .optional(type) : type
    }
    return .object(members)
  }
}

extension JSONValue {
  var oracleText: String? { if case .string(let text) = self { text } else { nil } }
  var oracleInteger: Int? { if case .integer(let integer) = self { Int(integer) } else { nil } }
  var oracleNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// Whether the value is an object with some members, and no others than those that are allowed.
  func has(_ some: [String], _ more: [String], _ allowed: [String]) -> Bool {
    guard case .object(let members) = self else { return false }
    let required = some + more
    return required.allSatisfy { members[$0] != nil } && members.names.allSatisfy { (required + allowed).contains($0) }
  }

  fileprivate func isInteger(_ name: String, _ range: ClosedRange<Int>) -> Bool {
    guard let value = self[name] else { return true }
    return value.oracleInteger.map { range.contains($0) } ?? false
  }
}
