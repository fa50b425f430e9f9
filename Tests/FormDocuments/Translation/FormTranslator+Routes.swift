/// The routes between pages.
extension FormTranslator {
  mutating func makeGraph() {
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
    isRouted = graph.isReached
    addUnreachedPages(&links, start)
    for page in graph.openCircles() {
      note(
        "$.pages[\(pages[page].place)].next",
        "A route ends the flow, because it is part of a circle that no answer leaves")
    }
    sure = graph.surePages()
    earlier = graph.earlierPages()
    for page in pages.indices where isRouted[page] { earlier[page] = earlier[page].filter { isRouted[$0] } }
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
  static let never = ""
}
