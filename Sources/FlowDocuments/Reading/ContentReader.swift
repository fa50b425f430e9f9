import FlowForms
import FlowJSON
import Nimbus

/// Reads a document into plain values. What isn't of the expected type is left out: ``StructureCheck`` reports it.
struct ContentReader {
  let problems: ProblemList
  private let element: JSONElement
  private let speech: SpeechCheck

  init(_ document: JSONValue, _ problems: ProblemList) {
    self.problems = problems
    element = JSONElement(document)
    speech = SpeechCheck(element, problems)
  }

  func read() -> DocumentContent {
    var content = DocumentContent()
    content.flow = (try? element["flow"].string()) ?? ""
    content.version = Int((try? element["version"].integer()) ?? 1)
    // More of them are a problem, and sentences list them.
    for (index, step) in ((try? element["steps"].array()) ?? []).prefix(DocumentLimits.steps).enumerated() {
      guard let id = try? step["id"].string(), DocumentText.isName(id) else { continue }
      guard !DocumentText.targets.contains(id) else {
        problems.add(
          step["id"].mismatch("another id than \(DocumentText.list(DocumentText.targets)), which routes use"))
        continue
      }
      if let first = content.places[id] {
        problems.add(
          at: step["id"].location, expected: "an id of its own",
          found: "\(DocumentText.quoted(id)), the id of \(content.steps[first].location)")
        continue
      }
      content.places[id] = content.steps.count
      content.steps.append(read(step, id, index))
    }
    content.variants = readVariants(element["variants"])
    content.languages = speech.declared
    let upgrades = UpgradeCheck(problems: problems)
    content.upgrades = upgrades.read(element, version: content.version)
    upgrades.check(formerNamesOf: content)
    return content
  }

  private func read(_ step: JSONElement, _ id: String, _ index: Int) -> DocumentContent.Step {
    var content = DocumentContent.Step(location: step.location, id: id, work: work(of: step))
    content.within = duration(step["within"])
    content.ends = (try? step["end"].bool()) ?? false
    content.isFinal = (try? step["final"].bool()) ?? false
    content.formerNames = ((try? step["formerly"].array()) ?? []).compactMap { try? $0.string() }
    content.routes = ((try? step["routes"].array()) ?? []).compactMap { route in
      guard let to = try? route["to"].string() else { return nil }
      return DocumentContent.Route(location: route.location, to: to, when: condition(route["when"]))
    }
    checkRoutes(of: content, step)
    return content
  }

  private func condition(_ when: JSONElement) -> DocumentContent.Condition? {
    guard let value = when.value else { return nil }
    guard case .string(let text) = value else { return .unreadable }
    switch text {
    case "late": return .late
    case "failed": return .failed
    case "timeout": return .timeout
    default: return DocumentText.isCondition(text) ? .expression(ExpressionText(text)) : .unreadable
    }
  }

  /// Reports routes that are never taken.
  private func checkRoutes(of step: DocumentContent.Step, _ element: JSONElement) {
    var words: Set<String> = []
    var always: JSONLocation?
    for route in step.routes {
      let when = route.location.key("when")
      switch route.when {
      case nil, .expression?, .unreadable?:
        if let always {
          problems.add(
            at: route.location, expected: "no route after a result behind \(always), which is always taken",
            found: "one more")
        } else if route.when == nil {
          always = route.location
        }
      case .late?:
        if step.within == nil {
          problems.add(at: when, expected: "the member \"within\" beside a route for \"late\"", found: "none")
        }
      case .failed?, .timeout?:
        checkFailureRoute(of: step, route, at: when)
      }
      if let word = word(route.when), !words.insert(word).inserted {
        problems.add(at: when, expected: "one route for \"\(word)\"", found: "one more")
      }
    }
    if let always, step.ends {
      problems.add(
        at: step.location.key("end"), expected: "no \"end\" beside \(always), which is always taken", found: "true")
    }
  }

  private func checkFailureRoute(
    of step: DocumentContent.Step, _ route: DocumentContent.Route, at when: JSONLocation
  ) {
    switch (step.work, route.when) {
    case (.use(let use), .timeout?) where use.timeout == nil:
      problems.add(at: when, expected: "the member \"timeout\" beside a route for \"timeout\"", found: "none")
    case (.use, _), (.unreadable, _): break
    case (.screen(let screen), .failed?) where screen.isFetched: break
    default:
      problems.add(
        at: when, expected: "a step of the program, or a screen by its URL, beside a route for its failure",
        found: "a step that doesn't fail")
    }
  }

  private func word(_ condition: DocumentContent.Condition?) -> String? {
    switch condition {
    case .late?: "late"
    case .failed?: "failed"
    case .timeout?: "timeout"
    default: nil
    }
  }

  private func duration(_ element: JSONElement) -> Duration? {
    (try? element.string()).flatMap { DocumentText.duration($0) }
  }

  // MARK: Kinds of steps

  private func work(of step: JSONElement) -> DocumentContent.Work {
    guard let kind = try? StructureCheck.step(step) else { return .unreadable }
    switch kind.name {
    case "form step": return form(step["form"]).map { .form($0) } ?? .unreadable
    case "page step": return speech.read(step["page"]["title"]).map { .page(title: $0) } ?? .unreadable
    case "stepkit step": return screen(step, .stepkit).map { .screen($0) } ?? .unreadable
    case "nimbus step": return screen(step, .nimbus).map { .screen($0) } ?? .unreadable
    case "hub step": return screen(step, .hub).map { .screen($0) } ?? .unreadable
    case "awaits step": return (try? step["awaits"].string()).map { .awaits($0) } ?? .unreadable
    default:
      guard let name = try? step["use"].string() else { return .unreadable }
      let attempts = (try? step["retry"]["attempts"].integer(in: 1...100)) ?? 1
      return .use(
        DocumentContent.UseContent(
          name: name, with: step["with"].value, timeout: duration(step["timeout"]), attempts: Int(attempts),
          backoff: duration(step["retry"]["backoff"])))
    }
  }

  private func screen(_ step: JSONElement, _ system: ScreenSystem) -> ScreenContent? {
    let element = step[system.rawValue]
    let source: ScreenContent.Source
    if system.isDocument(element.value), let value = element.value {
      source = .inline(value)
    } else if let url = try? element["url"].string() {
      source = .url(url)
    } else {
      return nil
    }
    return ScreenContent(
      system: system, source: source, title: speech.read(step["title"]) ?? DocumentSpeech(""),
      states: (try? step["states"].object()) ?? JSONObject())
  }

  private func form(_ form: JSONElement) -> DocumentContent.FormContent? {
    guard let elements = try? form["fields"].array() else { return nil }
    var names: Set<String> = []
    var fields: [DocumentContent.FieldContent] = []
    // More of them are a problem, and sentences list them.
    for element in elements.prefix(DocumentLimits.fields) {
      guard let name = try? element["name"].string(), DocumentText.isName(name) else { continue }
      guard names.insert(name).inserted else {
        problems.add(
          at: element["name"].location, expected: "a name of its own",
          found: "\(DocumentText.quoted(name)), the name of another field")
        continue
      }
      if let field = field(element, name) { fields.append(field) }
    }
    return DocumentContent.FormContent(title: speech.read(form["title"]) ?? DocumentSpeech(""), fields: fields)
  }

  private func field(_ element: JSONElement, _ name: String) -> DocumentContent.FieldContent? {
    guard let members = try? element.object() else { return nil }
    let type = element["type"].value == nil ? "text" : try? element["type"].string()
    guard let type, Vocabulary.fields.contains(where: { $0.type == type }) else { return nil }
    for name in ["label", "hint", "missing"] { _ = speech.read(element[name]) }
    checkLimits(element, type)
    let isOptional = (try? element["optional"].bool()) ?? false
    return DocumentContent.FieldContent(
      name: name, type: type, isOptional: isOptional,
      options: options(element, isRequired: !isOptional && type == "choice"),
      members: members)
  }

  private func options(_ field: JSONElement, isRequired: Bool) -> [DocumentContent.OptionContent] {
    var values: Set<String> = []
    return ((try? field["options"].array()) ?? []).compactMap { option in
      let isText = if case .string? = option.value { true } else { false }
      let part = isText ? option : option["value"]
      guard let value = try? part.string() else { return nil }
      // An empty text in an entry is no answer.
      if value.isEmpty, isRequired { problems.add(at: part.location, expected: "a value", found: "the string \"\"") }
      guard values.insert(value).inserted else {
        problems.add(
          at: part.location, expected: "a value of its own",
          found: "\(DocumentText.quoted(value)), the value of another option")
        return nil
      }
      return DocumentContent.OptionContent(
        value: value, label: speech.read(option["label"]), refusal: speech.read(option["refusal"]))
    }
  }

  /// Reports limits that no answer can keep.
  private func checkLimits(_ field: JSONElement, _ type: String) {
    func isWrong() -> Bool {
      switch type {
      case "date":
        guard let from = (try? field["from"].string()).flatMap({ FormDate($0) }),
          let to = (try? field["to"].string()).flatMap({ FormDate($0) })
        else { return false }
        return to < from
      default:
        let lowest: Double? = type == "money" || type == "choices" ? 0 : nil
        guard let from = (try? field["from"].double()) ?? lowest, let to = try? field["to"].double() else {
          return false
        }
        return to < from
      }
    }
    if isWrong() { problems.add(field["to"].mismatch("a limit that isn't below \"from\"")) }
    if type == "choices", let least = try? field["from"].integer(), let options = try? field["options"].array() {
      // A person can't choose an empty one.
      let count = options.count { $0.value != "" && $0["value"].value != "" }
      if least > count { problems.add(field["from"].mismatch("at most the number of options with a value, \(count)")) }
    }
    if type == "integer" {
      for name in ["from", "to"] {
        if case .number? = field[name].value { problems.add(field[name].mismatch("an integer")) }
      }
    }
    if type == "money" {
      let currency = field["currency"]
      if let text = try? currency.string(), !(text.utf8.count == 3 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 }) {
        problems.add(currency.mismatch("the code of a currency, such as \"GBP\""))
      }
    }
  }

  // MARK: Variants

  private func readVariants(_ variants: JSONElement) -> DocumentContent.Variants? {
    guard let members = try? variants["weights"].members() else { return nil }
    var weights: [(String, Double)] = []
    for (name, element) in members {
      guard let weight = try? element.double() else { continue }
      guard weight > 0, weight <= 1_000_000_000 else {
        problems.add(element.mismatch("a weight above zero, up to 1000000000"))
        continue
      }
      weights.append((name, weight))
    }
    let names = Set(members.map(\.name))
    let known = DocumentText.list(members.map(\.name))
    var orders: [String: [String]] = [:]
    for (name, element) in (try? variants["orders"].members()) ?? [] {
      guard names.contains(name) else {
        problems.add(
          at: element.location, expected: "a variant with a weight: \(known)", found: DocumentText.quoted(name))
        continue
      }
      orders[name] = ((try? element.array()) ?? []).prefix(DocumentLimits.steps).compactMap { try? $0.string() }
    }
    // More of them are a problem, and each costs as much as the whole document.
    return DocumentContent.Variants(weights: Array(weights.prefix(DocumentLimits.variants)), orders: orders)
  }
}
