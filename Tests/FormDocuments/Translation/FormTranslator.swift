import FlowJSON

/// The state of a translation.
struct FormTranslator {
  /// A page of the form.
  struct Page {
    let place: Int
    let path: String
    let step: String
    let json: JSONValue
    let section: String?
    var components: [ComponentTranslation] = []
    var texts: [String] = []
  }

  private let form: JSONValue
  private(set) var pages: [Page] = []
  private let sections: Set<String>
  private let lists: [String: JSONValue]
  private var conditions: [String: ConditionTree] = [:]
  private var unreadable: Set<String> = []
  private var reportedConditions: Set<String> = []
  private var names = NameList()
  private var moments = MomentList()
  private var graph = PageGraph([], start: 0)
  private var sure: [Set<Int>] = []
  private(set) var notes: [String] = []
  private(set) var pageCount = FormTranslation.Count()
  private(set) var componentCount = FormTranslation.Count()
  private(set) var conditionCount = FormTranslation.Count()

  init(_ form: JSONValue) {
    self.form = form
    sections = Set(form.elements("sections").compactMap { $0.text("name") })
    lists = Dictionary(
      form.elements("lists").compactMap { list in list.text("name").map { ($0, list) } },
      uniquingKeysWith: { first, _ in first })
    readConditions()
    readPages()
  }

  /// The paths of the pages that are steps, by the ids of the steps. A redirection has its address.
  private(set) var paths: [String: String] = [:]

  var componentsOfSteps: [String: [ComponentTranslation]] {
    Dictionary(pages.map { ($0.step, $0.components) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func note(_ place: String, _ sentence: String) { notes.append("\(place): \(sentence).") }

  // MARK: Reading

  private mutating func readConditions() {
    for (place, condition) in form.elements("conditions").enumerated() {
      guard let name = condition.text("name") else { continue }
      conditionCount.all += 1
      do throws(ConditionProblem) {
        conditions[name] = try ConditionParser.tree(try ConditionModel.text(of: condition["value"] ?? .null))
        conditionCount.expressed += 1
      } catch {
        // The runner doesn't load such a form.
        conditions[name] = .bool(false)
        note("$.conditions[\(place)] '\(name)'", "The condition is never true, because \(error.reason)")
      }
    }
  }

  private mutating func readPages() {
    var known: Set<String> = []
    for (place, json) in form.elements("pages").enumerated() {
      pageCount.all += 1
      guard let path = json.text("path"), known.insert(path).inserted else {
        note("$.pages[\(place)]", "The page is left out, because it has no path or that of an earlier page")
        continue
      }
      let section = json.text("section").flatMap { sections.contains($0) ? $0 : nil }
      var page = Page(place: place, path: path, step: names.name(for: path), json: json, section: section)
      readComponents(of: &page)
      pages.append(page)
    }
  }

  private mutating func readComponents(of page: inout Page) {
    let controller = page.json.text("controller") ?? ""
    let isRepeating = controller == "RepeatingFieldPageController"
    var fieldNames = NameList()
    var last: [String: Int] = [:]
    let components = page.json.elements("components")
    for (place, component) in components.enumerated() { if let name = component.text("name") { last[name] = place } }
    for (place, component) in components.enumerated() {
      componentCount.all += 1
      let location = "$.pages[\(page.place)].components[\(place)]"
      if ComponentTranslation.content.contains(component.text("type") ?? "") {
        componentCount.expressed += 1
        readContent(component, location, &page)
        continue
      }
      guard let name = component.text("name"), !name.isEmpty, last[name] == place else {
        note(location, "The component is left out, because it has no name or that of a later one")
        continue
      }
      var found: [String] = []
      let translation = ComponentTranslation(
        component, as: fieldNames.name(for: name), lists, isRepeating: isRepeating,
        hidesAnswer: isRepeating && page.section != nil
      ) { found.append($0) }
      for sentence in found { note("\(location) '\(name)'", sentence.capitalizedFirst) }
      guard page.components.reduce(0, { $0 + $1.fields.count }) + translation.fields.count <= 200 else {
        note(location, "The component is left out, because a form has at most 200 fields")
        continue
      }
      componentCount.expressed += 1
      page.components.append(translation)
    }
    readController(controller, page)
  }

  private mutating func readContent(_ component: JSONValue, _ location: String, _ page: inout Page) {
    if component["options"]?["condition"] != nil {
      note(location, "The text is always shown, whatever its condition is")
    }
    let title = ComponentTranslation.localised(component["title"])
    switch component.text("type") {
    case "List", "FlashCard":
      let items = component.text("list").flatMap { lists[$0] }?.elements("items") ?? []
      let texts = items.compactMap { ComponentTranslation.localised($0["text"]) }
      page.texts.append(((title.map { [$0] } ?? []) + texts).joined(separator: ", ").withoutTags)
    case "Details":
      page.texts.append(
        [title, ComponentTranslation.localised(component["content"])].compactMap { $0 }.joined(separator: ": ")
          .withoutTags)
    default: page.texts.append((ComponentTranslation.localised(component["content"]) ?? "").withoutTags)
    }
  }

  private static let plainControllers: Set<String> = [
    "", "PageController", "PageControllerBase", "HomePageController", "StartPageController", "SummaryPageController",
    "RepeatingFieldPageController", "MultiStartPageController",
  ]

  private mutating func readController(_ controller: String, _ page: Page) {
    let name = Self.controller(controller)
    let place = "$.pages[\(page.place)].controller"
    switch name {
    case "MiniSummaryPageController", "RepeatingSectionSummaryPageController":
      note(place, "The page doesn't list the answers of its section")
    case "UploadPageController": note(place, "The page doesn't ask again for an image of low quality")
    case "DobPageController": note(place, "The page doesn't compute an age group")
    case "StartDatePageController": note(place, "The date isn't limited to the next 28 days")
    case _ where Self.plainControllers.contains(name): break
    default: note(place, "The runner knows no controller '\(controller)', so the page is a plain one")
    }
    if page.json["repeatField"] != nil {
      note("$.pages[\(page.place)].repeatField", "The page comes once, because a flow document doesn't repeat a page")
    }
  }

  /// The name of a controller, which older documents give as a path.
  private static func controller(_ name: String) -> String {
    guard name.contains("."), let file = name.split(separator: "/").last?.split(separator: ".").first else {
      return name
    }
    return file.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "PageController"
  }

  // MARK: Routes

  private mutating func makeGraph() {
    let places = Dictionary(pages.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    var start = 0
    if let path = form.text("startPage"), let place = places[path] {
      start = place
    } else if !pages.isEmpty {
      note("$.startPage", "The flow starts with the first page, because the start page is missing")
    }
    redirections = [:]
    var links: [[PageGraph.Link]] = []
    for (index, page) in pages.enumerated() {
      var routes: [PageGraph.Link] = []
      var fallback: Int?
      for (number, next) in page.json.elements("next").enumerated() {
        let place = "$.pages[\(page.place)].next[\(number)]"
        let condition = next.text("condition").flatMap { $0.isEmpty ? nil : $0 }
        if let redirection = next.text("redirect"), !redirection.isEmpty {
          guard let condition else {
            fallback = nil
            note(place, "The redirection is left out, because the runner ignores one without a condition")
            continue
          }
          redirections[index, default: []].append((routes.count, redirection))
          routes.append(PageGraph.Link(target: nil, condition: condition))
          continue
        }
        guard let target = next.text("path").flatMap({ places[$0] }) else {
          note(place, "The route is left out, because no page has the path '\(next.text("path") ?? "")'")
          continue
        }
        if let condition {
          if conditions[condition] == nil {
            note(place, "The route is never taken, because there is no condition '\(condition)'")
          }
          routes.append(PageGraph.Link(target: target, condition: condition))
        } else {
          if fallback != nil {
            note(place, "An earlier route without a condition is left out, because the runner takes the last one")
          }
          fallback = target
        }
      }
      if routes.count > 99 {
        note("$.pages[\(page.place)].next", "The routes behind the first 99 are left out")
        routes = Array(routes.prefix(99))
      }
      if let fallback { routes.append(PageGraph.Link(target: fallback, condition: nil)) }
      links.append(routes)
    }
    graph = PageGraph(links, start: start)
    addUnreachedPages(&links, start)
    for page in graph.openCircles() {
      note(
        "$.pages[\(pages[page].place)].next",
        "A route ends the flow, because it is part of a circle that no answer leaves")
    }
    sure = graph.surePages()
  }

  /// Adds routes that are never taken to the pages that no route leads to: a flow document has no others.
  private mutating func addUnreachedPages(_ links: inout [[PageGraph.Link]], _ start: Int) {
    while let page = graph.firstUnreached, links[start].count < 99 {
      let end = links[start].lastIndex { $0.condition == nil } ?? links[start].endIndex
      links[start].insert(PageGraph.Link(target: page, condition: Self.never), at: end)
      graph = PageGraph(links, start: start)
      note(
        "$.pages[\(pages[page].place)]",
        "A route that is never taken leads to '\(pages[page].path)', because no other does")
    }
    for (index, page) in pages.enumerated() where !graph.isReached[index] {
      note("$.pages[\(page.place)]", "The page '\(page.path)' is left out, because no route leads to it")
    }
  }

  /// The name of a condition that no document has.
  private static let never = ""

  private var redirections: [Int: [(link: Int, address: String)]] = [:]

  // MARK: Writing

  mutating func document(named name: String) -> JSONValue {
    makeGraph()
    var steps: [JSONValue] = []
    let feeStep = form.elements("fees").isEmpty ? nil : names.name(for: "fees")
    var summaries: [Int] = []
    for index in [graph.start] + pages.indices.filter({ $0 != graph.start })
    where graph.isReached.indices.contains(index) && graph.isReached[index] {
      let page = pages[index]
      pageCount.expressed += 1
      paths[page.step] = page.path
      var routes: [JSONValue] = []
      var added: [JSONValue] = []
      var hasFallback = false
      for (number, link) in graph.links[index].enumerated() {
        var target = link.target.map { pages[$0].step } ?? "end"
        if let address = redirections[index]?.first(where: { $0.link == number })?.address {
          target = names.name(for: "redirect")
          paths[target] = address
          added.append([
            "id": .string(target), "page": ["title": .string("Continue at \(address)".cut(to: 500))], "end": true,
          ])
        }
        guard let condition = link.condition else {
          hasFallback = true
          routes.append(["to": .string(target)])
          continue
        }
        let formula = formula(condition, at: index, "$.pages[\(page.place)].next")
        routes.append(["to": .string(target), "when": .string("@{\(formula.text)}")])
      }
      let isSummary = Self.controller(page.json.text("controller") ?? "") == "SummaryPageController"
      if isSummary, feeStep != nil, !hasFallback { summaries.append(index) }
      var step = JSONObject([("id", .string(page.step))])
      step[page.components.isEmpty ? "page" : "form"] = content(of: page)
      if isSummary, let feeStep, !hasFallback {
        routes.append(["to": .string(feeStep)])
        hasFallback = true
      }
      if !routes.isEmpty { step["routes"] = .array(routes) }
      if !hasFallback { step["end"] = true }
      steps.append(.object(step))
      steps += added
    }
    if let feeStep { addFees(feeStep, summaries, &steps) }
    if !moments.isEmpty { steps.insert(moments.step, at: 0) }
    noteTheRest()
    return ["flow": .string(NameList.title(name)), "version": 1, "steps": .array(steps)]
  }

  private func content(of page: Page) -> JSONValue {
    let title = ComponentTranslation.localised(page.json["title"])?.withoutTags ?? page.path
    let texts = page.texts.filter { !$0.isEmpty }.joined(separator: " ")
    var fields = page.components.flatMap(\.fields)
    guard case .object(var first)? = fields.first else {
      return ["title": .string((texts.isEmpty ? title : "\(title). \(texts)").cut(to: 500))]
    }
    if !texts.isEmpty {
      let hint = first["hint"].flatMap { if case .string(let text) = $0 { " \(text)" } else { nil } } ?? ""
      first["hint"] = .string((texts + hint).cut(to: 2_000))
      fields[0] = .object(first)
    }
    return ["title": .string(title.cut(to: 500)), "fields": .array(fields)]
  }

  private mutating func addFees(_ step: String, _ summaries: [Int], _ steps: inout [JSONValue]) {
    guard !summaries.isEmpty else {
      return note("$.fees", "The fees are left out, because no summary page asks for them")
    }
    var amounts: [Formula] = []
    let known = summaries.dropFirst().reduce(sure[summaries[0]]) { $0.intersection(sure[$1]) }
    for (place, fee) in form.elements("fees").enumerated() {
      var amount = Formula.number(fee.number("amount") ?? 0)
      let location = "$.fees[\(place)]"
      do throws(ConditionProblem) {
        if let multiplier = fee.text("multiplier") {
          let cases = try cases(of: multiplier.split(separator: ".").map { String($0) }, known)
          var times = Formula.literal(1)
          for (guards, value) in cases.reversed() {
            guard let number = try value.number else { continue }
            let guards = guards + [number.guarding, .not(.call("eq", [number.value, .literal(0)]))]
            times = .call("condition", [.and(guards), number.value, times])
          }
          amount = .call("multiply", [amount, times])
        }
      } catch {
        note(location, "The fee is counted once, because of its multiplier \(error.reason)")
      }
      if let condition = fee.text("condition"), !condition.isEmpty {
        amount = .call("condition", [formula(condition, known, location), amount, .literal(0)])
      }
      amounts.append(amount)
    }
    let sum = amounts.count > 1 ? Formula.call("sum", amounts) : amounts[0]
    steps.append([
      "id": .string(step), "use": "fees", "with": ["amount": .string("@{\(sum.text)}")], "end": true,
    ])
    feeStep = step
  }

  /// The step that asks for fees.
  private(set) var feeStep: String?

  private mutating func noteTheRest() {
    for (place, output) in form.elements("outputs").enumerated() {
      note("$.outputs[\(place)]", "The output '\(output.text("type") ?? "")' is left to the program")
    }
    let settings = [
      "declaration", "exitOptions", "feedback", "specialPages", "feeOptions", "skipSummary", "phaseBanner", "payApiKey",
      "paymentReferenceFormat", "returnTo", "confirmationSessionTimeout", "documentUploadApiUrl",
    ]
    for name in settings {
      switch form[name] {
      case nil, .null?, .bool(false)?, .string("")?, .object([:])?: break
      default: note("$.\(name)", "The setting is left to the program")
      }
    }
  }

  // MARK: Conditions

  private mutating func formula(_ condition: String, at page: Int, _ location: String) -> Formula {
    formula(condition, sure[page], location)
  }

  private mutating func formula(_ condition: String, _ known: Set<Int>, _ location: String) -> Formula {
    var moments = moments
    defer { self.moments = moments }
    // A closure can't change a value of its surroundings, and the compiler keeps none.
    let list = MomentBox(moments)
    let compiler = ConditionCompiler(
      conditions: conditions,
      answers: { [self] path throws(ConditionProblem) in try cases(of: path, known) },
      moment: { amount, unit throws(ConditionProblem) in try list.add(amount, unit) })
    do throws(ConditionProblem) {
      let formula = try compiler.formula(condition)
      moments = list.moments
      return formula
    } catch {
      if reportedConditions.insert(condition).inserted {
        conditionCount.expressed -= conditions[condition] == nil ? 0 : 1
      }
      note(location, "The condition '\(condition)' is never true, because \(error.reason)")
      return .no
    }
  }

  /// Returns the values of an answer where some pages have surely been answered.
  private func cases(of path: [String], _ known: Set<Int>) throws(ConditionProblem) -> [ConditionCompiler.Case] {
    let section = sections.contains(path[0]) ? path[0] : nil
    func isVisited(_ page: Int) -> [Formula] {
      known.contains(page) ? [] : [.not(.call("isNull", [.path([pages[page].step])]))]
    }
    let sectionPages = graph.order.filter { pages[$0].section == section && !pages[$0].components.isEmpty }
    guard section == nil || path.count > 1 else {
      return sectionPages.map { (isVisited($0), .object) }
    }
    let name = section == nil ? path[0] : path[1]
    let parts = Array(path.dropFirst(section == nil ? 1 : 2))
    var cases: [ConditionCompiler.Case] = []
    var missing: [Formula] = []
    // A later page has replaced the answer of an earlier one.
    for page in sectionPages.reversed() {
      guard let component = pages[page].components.first(where: { $0.name == name }) else { continue }
      let guards = missing + isVisited(page)
      for (more, value) in try component.cases(pages[page].step, parts) { cases.append((guards + more, value)) }
      if known.contains(page) { return cases }
      missing.append(.call("isNull", [.path([pages[page].step])]))
    }
    if section != nil, parts.isEmpty {
      let visited = sectionPages.map { Formula.and(isVisited($0)) }
      cases.append((missing + [.or(visited)], .undefined))
    }
    return cases
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
