import FlowJSON

/// Checks the routes and orders of a document, and finds its ways.
struct WayCheck {
  let content: DocumentContent
  let problems: ProblemList

  /// Checks the targets of all routes, and the orders.
  ///
  /// - Returns: The ways of each order. Empty if an order has a problem.
  func ways() -> [StepWays] {
    for step in content.steps {
      for route in step.routes where !DocumentText.targets.contains(route.to) && content.places[route.to] == nil {
        problems.add(
          at: route.location.key("to"), expected: "the id of a step, \"next\", \"back\" or \"end\"",
          found: "the string \(DocumentText.quoted(route.to))")
      }
    }
    let all = Array(content.steps.indices)
    guard let variants = content.variants else { return [StepWays(content, [], listed: all)] }
    var ways: [StepWays] = []
    let plain = variants.weights.map(\.name).filter { variants.orders[$0] == nil }
    if !plain.isEmpty { ways.append(StepWays(content, plain, listed: all)) }
    for name in variants.weights.map(\.name) {
      guard let order = variants.orders[name], let listed = places(of: order, in: name) else { continue }
      ways.append(StepWays(content, [name], listed: listed))
    }
    return ways
  }

  private func places(of order: [String], in variant: String) -> [Int]? {
    let location = JSONLocation().key("variants").key("orders").key(variant)
    var seen: Set<Int> = []
    var places: [Int] = []
    var isRight = !order.isEmpty
    lazy var known = DocumentText.list(content.steps.map(\.id))
    for (index, id) in order.enumerated() {
      guard let place = content.places[id] else {
        problems.add(
          at: location.index(index), expected: "the id of a step: \(known)",
          found: "the string \(DocumentText.quoted(id))")
        isRight = false
        continue
      }
      if seen.insert(place).inserted {
        places.append(place)
      } else {
        problems.add(
          at: location.index(index), expected: "each step once", found: "the string \(DocumentText.quoted(id)) again")
        isRight = false
      }
    }
    return isRight ? places : nil
  }

  /// Reports steps that no way reaches, circles without a way out, and steps behind which nothing is.
  func check(_ ways: [StepWays]) {
    guard !ways.isEmpty else { return }
    var isReached = [Bool](repeating: false, count: content.steps.count)
    var isTrapped = isReached
    for way in ways {
      let (reached, leaving) = (way.reached, way.leaving)
      let listed = Set(way.listed)
      for place in content.steps.indices where reached[place] {
        isReached[place] = true
        if !leaving[place], !isTrapped[place] { reportCircle(at: place, way, &isTrapped) }
        let step = content.steps[place]
        guard !listed.contains(place), goesToNext(step) else { continue }
        problems.add(
          at: step.location,
          expected:
            "\"end\" or a route without \"when\", because variant \(DocumentText.list(way.variants, "and")) doesn't list the step",
          found: "a step that continues with the next one")
      }
    }
    for place in content.steps.indices where !isReached[place] {
      let step = content.steps[place]
      problems.add(
        at: step.location, expected: "a way from the first step to \(DocumentText.quoted(step.id))", found: "none")
    }
  }

  private func goesToNext(_ step: DocumentContent.Step) -> Bool {
    step.fallback == "next" || step.routes.contains { $0.to == "next" }
  }

  /// Reports the steps that a step leads to, none of which leads to the end.
  private func reportCircle(at place: Int, _ way: StepWays, _ isTrapped: inout [Bool]) {
    var trapped: [Int] = []
    var open = [place]
    isTrapped[place] = true
    while let place = open.popLast() {
      trapped.append(place)
      for target in way.targets(of: place) where target < isTrapped.count && !isTrapped[target] {
        isTrapped[target] = true
        open.append(target)
      }
    }
    let ids = trapped.sorted().map { content.steps[$0].id }
    problems.add(
      at: content.steps[place].location, expected: "a way to the end",
      found: "a circle without one: \(DocumentText.list(ids, "and"))")
  }
}
