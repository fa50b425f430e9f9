extension FlowChain {
  /// Returns every problem of the chain.
  ///
  /// - Returns: The problems, in the order of the steps. If there are none, you can create a ``Flow`` from the chain.
  public func validate() -> [FlowProblem] {
    guard !steps.isEmpty else { return [.noSteps] }
    return namingProblems + routeProblems + typeProblems + wayProblems
  }

  private var namingProblems: [FlowProblem] {
    steps.enumerated().compactMap { index, step in
      guard step.identifier.contains(where: { !$0.isWhitespace }) else {
        return .missingIdentifier(position: index + 1)
      }
      let positions = steps.positions(of: step.identifier)
      guard positions.count > 1, positions[0] == index + 1 else { return nil }
      return .duplicateIdentifier(step.identifier, positions: positions)
    }
  }

  private var routeProblems: [FlowProblem] {
    steps.flatMap { step -> [FlowProblem] in
      if step.routes.isEmpty { return [.noRoutes(step.identifier)] }
      var labels: Set<String> = []
      var repeated: Set<String> = []
      var problems: [FlowProblem] = []
      for route in step.routes {
        if let label = route.label, !labels.insert(label).inserted, repeated.insert(label).inserted {
          problems.append(.duplicateRoute(label, from: step.identifier))
        }
        if case .step(let target) = route.target, index(of: target) == nil {
          let place = FlowProblem.Place.route(from: step.identifier, label: route.label)
          problems.append(.unknownStep(target, at: place, known: names))
        }
      }
      return problems
    }
  }

  private var typeProblems: [FlowProblem] {
    var problems: [FlowProblem] = []
    for (index, step) in steps.enumerated() {
      for route in step.routes {
        guard let target = destination(of: route, from: index).map({ steps[$0] }), let takes = target.content,
          takes != step.result
        else { continue }
        let problem = FlowProblem.typeMismatch(
          from: step.identifier, yields: step.result, to: target.identifier, takes: takes)
        if !problems.contains(problem) { problems.append(problem) }
      }
    }
    return problems
  }

  /// The steps that no path reaches, and the steps from which no path leads to the end.
  private var wayProblems: [FlowProblem] {
    var ways = steps.indices.map { index in
      Set(steps[index].routes.compactMap { destination(of: $0, from: index) })
    }
    let reached = Self.reachable(from: [0], by: ways)
    let unreachable = steps.indices.filter { !reached.contains($0) }.map {
      FlowProblem.unreachable(steps[$0].identifier)
    }

    let exits = steps.indices.filter { index in
      steps[index].routes.isEmpty || steps[index].routes.contains { destination(of: $0, from: index) == nil }
    }
    var backwards = Array(repeating: Set<Int>(), count: steps.count)
    for (index, targets) in ways.enumerated() { for target in targets { backwards[target].insert(index) } }
    let leaving = Self.reachable(from: exits, by: backwards)
    let trapped = Set(steps.indices.filter { !leaving.contains($0) && reached.contains($0) })
    for index in steps.indices { ways[index].formIntersection(trapped) }
    return unreachable + circles(among: trapped, by: ways)
  }

  /// Groups the steps from which no path leads to the end: those that lead to each other are one problem.
  private func circles(among trapped: Set<Int>, by ways: [Set<Int>]) -> [FlowProblem] {
    var seen: Set<Int> = []
    var problems: [FlowProblem] = []
    for index in trapped.sorted() where !seen.contains(index) {
      let onwards = Self.reachable(from: [index], by: ways)
      let circle = onwards.filter { Self.reachable(from: [$0], by: ways).contains(index) }
      seen.formUnion(circle)
      // A step that only leads to a circle is not part of one.
      guard circle.count > 1 || ways[index].contains(index) else { continue }
      problems.append(.noWayOut(circle.sorted().map { steps[$0].identifier }))
    }
    return problems
  }

  private static func reachable(from starts: [Int], by ways: [Set<Int>]) -> Set<Int> {
    var reached = Set(starts)
    var open = starts
    while let index = open.popLast() {
      for next in ways[index] where reached.insert(next).inserted { open.append(next) }
    }
    return reached
  }
}
