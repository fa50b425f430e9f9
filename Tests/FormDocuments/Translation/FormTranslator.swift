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
    /// The step behind a page without fields, whose value says that the page has been seen: its section is there from then on.
    var mark: String?

    /// The step whose value says that the page has been seen; nil if none does.
    var seen: String? { components.isEmpty ? mark : step }
  }

  let form: JSONValue
  private(set) var pages: [Page] = []
  let sections: Set<String>
  private let lists: [String: JSONValue]
  var conditions: [String: ConditionTree] = [:]
  var reportedConditions: Set<String> = []
  var names = NameList()
  var moments = MomentList()
  var graph = PageGraph([], start: 0)
  /// The pages that every way to a page passes, and those that a way passes, with the page itself.
  var sure: [Set<Int>] = []
  var earlier: [Set<Int>] = []
  /// Whether a route leads to a page, without those that are never taken.
  var isRouted: [Bool] = []
  /// The redirections by the page and the place of the link.
  var redirections: [Int: [(link: Int, address: String)]] = [:]
  /// The step that asks for fees.
  var feeStep: String?
  private(set) var notes: [String] = []
  var pageCount = FormTranslation.Count()
  private(set) var componentCount = FormTranslation.Count()
  var conditionCount = FormTranslation.Count()

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
  var paths: [String: String] = [:]

  var componentsOfSteps: [String: [ComponentTranslation]] {
    Dictionary(pages.map { ($0.step, $0.components) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func note(_ place: String, _ sentence: String) { notes.append("\(place): \(sentence).") }

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
      if section != nil, page.components.isEmpty, !conditions.isEmpty {
        page.mark = names.name(for: "\(page.step)_seen")
      }
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
        component, lists, isRepeating: isRepeating, hidesAnswer: isRepeating && page.section != nil,
        naming: { fieldNames.name(for: $0) }, report: { found.append($0) })
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
  static func controller(_ name: String) -> String {
    guard name.contains("."), let file = name.split(separator: "/").last?.split(separator: ".").first else {
      return name
    }
    return file.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "PageController"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
