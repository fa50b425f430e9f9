import FlowChains
import FlowState

extension GrowthRow {
  static let ofChains = [
    insertFirst, insertLast, orderedRight, orderedWrong, validatePlain, validateNamed, validateCircles,
    validateTrapped, firstPath, pathsEach, chainRun,
  ]

  /// A declared step that completes immediately.
  static func declared(_ index: Int) -> FlowStepDeclaration<Any, Int> {
    FlowStepDeclaration(Any.self, Int.self, identifier: "step\(index)") { _ in
      FlowStep(Any.self, Int.self, identifier: "Step") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete(index)
        return handler
      }
    }
  }

  /// A chain in which each step goes on to the next one.
  static func plainChain(_ size: Int) -> FlowChain {
    FlowChain(identifier: "chain", (0..<size).map { declared($0).step })
  }

  /// A chain in which each step names the next one, and can end the flow.
  static func namedChain(_ size: Int) -> FlowChain {
    FlowChain(
      identifier: "chain",
      (0..<size).map { index in
        declared(index).branching([
          "on": index + 1 < size ? .step("step\(index + 1)") : .end, "stop": .end,
        ]) { _ in "on" }.step
      })
  }

  /// A chain in which each step can repeat itself, go back to the first one, or go on.
  static func circularChain(_ size: Int) -> FlowChain {
    FlowChain(
      identifier: "chain",
      (0..<size).map { index in
        declared(index).branching(["again": .step("step\(index)"), "restart": .step("step0"), "on": .next]) { _ in "on"
        }
        .step
      })
  }

  /// A chain in which each step repeats itself or goes on, and nothing leads to the end.
  private static func endlessChain(_ size: Int) -> FlowChain {
    FlowChain(
      identifier: "chain",
      (0..<size).map { index in
        let on = index + 1 < size ? "step\(index + 1)" : "step\(index)"
        return declared(index).branching(["again": .step("step\(index)"), "on": .step(on)]) { _ in "on" }.step
      })
  }

  private static func inserting(
    _ name: String, _ position: @escaping @Sendable (_ index: Int) -> FlowChain.Position
  ) -> GrowthRow {
    GrowthRow(name, from: 1_000) { size, stopwatch, _ in
      let steps = (0..<size).map { declared($0).step }
      var chain = FlowChain(identifier: "chain", [steps[0]])
      stopwatch.start()
      for (index, step) in steps.enumerated().dropFirst() { try chain.insert(step, at: position(index)) }
      stopwatch.stop()
      try WrongGrowth.check(name, expected: size, found: chain.steps.count)
    }
  }

  private static let insertFirst = inserting("n inserted after the first step of a chain") { _ in .after("step0") }
  private static let insertLast = inserting("n inserted after the last step of a chain") { .after("step\($0 - 1)") }

  private static let orderedRight = GrowthRow("`ordered(by:)` of n steps", from: 1_000) { size, stopwatch, _ in
    let chain = plainChain(size)
    let names = (0..<size).reversed().map { "step\($0)" }
    stopwatch.start()
    let ordered = try chain.ordered(by: names)
    stopwatch.stop()
    try WrongGrowth.check("An order", expected: size, found: ordered.steps.count)
  }

  private static let orderedWrong = GrowthRow("`ordered(by:)` of n steps, all wrong, with its text", from: 500) {
    size, stopwatch, _ in
    let chain = plainChain(size)
    let names = (0..<size).flatMap { ["other\($0)", "other\($0)"] }
    stopwatch.start()
    var length = 0
    do {
      _ = try chain.ordered(by: names)
    } catch {
      length = "\(error)".utf8.count
    }
    stopwatch.stop()
    try WrongGrowth.check("A wrong order", expected: 1, found: length > 0 ? 1 : 0)
  }

  private static func validating(
    _ name: String, problemsPerStep: Int = 0, _ make: @escaping @Sendable (_ size: Int) -> FlowChain
  ) -> GrowthRow {
    GrowthRow(name, from: 500) { size, stopwatch, _ in
      let chain = make(size)
      stopwatch.start()
      let problems = chain.validate()
      stopwatch.stop()
      try WrongGrowth.check(name, expected: problemsPerStep * size, found: problems.count)
    }
  }

  private static let validatePlain = validating("`validate()` of n steps", plainChain)
  private static let validateNamed = validating("`validate()` of n steps with named routes", namedChain)
  private static let validateCircles = validating("`validate()` of n steps with circles and self-loops", circularChain)

  private static let validateTrapped = validating(
    "`validate()` of n steps, each with a self-loop, and no way out", problemsPerStep: 1, endlessChain)

  private static let firstPath = GrowthRow("first path through n steps with circles", from: 500) { size, stopwatch, _ in
    let chain = circularChain(size)
    stopwatch.start()
    var paths = chain.paths().makeIterator()
    let first = paths.next()
    stopwatch.stop()
    try WrongGrowth.check("A first path", expected: size, found: first?.visits.count ?? 0)
  }

  private static let pathsEach = GrowthRow("n paths through 20 steps with named routes", from: 1_000) {
    size, stopwatch, _ in
    let chain = FlowChain(
      identifier: "chain",
      (0..<20).map { index in
        declared(index).branching(["left": .next, "right": .next]) { _ in "left" }.step
      })
    stopwatch.start()
    let visits = chain.paths().lazy.prefix(size).reduce(0) { $0 + $1.visits.count }
    stopwatch.stop()
    try WrongGrowth.check("Paths", expected: 20 * size, found: visits)
  }

  private static let chainRun = GrowthRow("flow of a chain of n steps, made and run", from: 500) { size, stopwatch, _ in
    let chain = plainChain(size)
    stopwatch.start()
    let value = try Flow(chain, Any.self, Int.self).runAndWait()
    stopwatch.stop()
    try WrongGrowth.check("A chain's flow", expected: size - 1, found: value ?? -1)
  }
}
