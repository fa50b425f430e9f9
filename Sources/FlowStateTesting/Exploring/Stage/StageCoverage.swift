import FlowChains

/// The steps and routes that the schedules of an exploration have reached.
struct StageCoverage {
  /// The number of starts of each step.
  private(set) var starts: [String: Int] = [:]
  /// The number of created steps of each name.
  private var madeCounts: [String: Int] = [:]
  /// The routes of chains with several routes, as text: `menu –quit→`.
  private(set) var declaredRoutes: [String] = []
  private(set) var takenRoutes: Set<String> = []
  /// The names of the steps that the setup answers.
  var answered: Set<String> = []

  /// Counts a start, and returns its number.
  mutating func started(_ step: String) -> Int {
    starts[step, default: 0] += 1
    return starts[step, default: 1]
  }

  mutating func made(_ step: String) {
    madeCounts[step, default: 0] += 1
  }

  /// Records the new name of a created step.
  mutating func renamed(_ step: String, from name: String) {
    made(step)
    madeCounts[name] = madeCounts[name].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  mutating func declared(_ chain: FlowChain) {
    for step in chain.steps {
      made(step.identifier)
      for route in step.routes {
        guard let text = Self.text(of: route, from: step.identifier), !declaredRoutes.contains(text) else { continue }
        declaredRoutes.append(text)
      }
    }
  }

  mutating func took(_ route: FlowRoute, from step: String) {
    if let text = Self.text(of: route, from: step) { takenRoutes.insert(text) }
  }

  private static func text(of route: FlowRoute, from step: String) -> String? {
    route.label.map { "\(step) –\($0)" + (route.cause == .result ? "→" : "⇢") }
  }

  mutating func add(_ other: StageCoverage) {
    starts.merge(other.starts) { $0 + $1 }
    madeCounts.merge(other.madeCounts) { $0 + $1 }
    answered.formUnion(other.answered)
    takenRoutes.formUnion(other.takenRoutes)
    for route in other.declaredRoutes where !declaredRoutes.contains(route) { declaredRoutes.append(route) }
  }

  /// The names of the created steps.
  var made: Set<String> { Set(madeCounts.keys) }

  var stepsNotReached: [String] { made.filter { starts[$0] == nil }.sorted() }
  var routesNotTaken: [String] { declaredRoutes.filter { !takenRoutes.contains($0) } }

  /// The steps with answers that no schedule has created, sorted.
  var unknownAnswers: [String] { answered.subtracting(made).filter { starts[$0] == nil }.sorted() }
}
