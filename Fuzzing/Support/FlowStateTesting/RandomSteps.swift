import FlowState
import FlowStateTesting

/// The steps of one run, which choices make and link, and what their closures do.
@MainActor
final class RandomSteps {
  typealias Step = FlowStep<String, String>

  private let flow: RandomFlow
  private let scope: FlowScope<String, String>
  private let depth: Int
  private let isReversible: Bool
  /// All steps, which can be linked in any way: also to one that hosts them.
  private var steps: [Step] = []
  private var chainLinks: [AnyFlowStep] = []
  private var coordinators: [NavigationFlowCoordinator<Int>] = []

  private var audit: FlowAudit { flow.audit }

  init(_ flow: RandomFlow, _ scope: FlowScope<String, String>, depth: Int, isReversible: Bool) {
    self.flow = flow
    self.scope = scope
    self.depth = depth
    self.isReversible = isReversible
  }

  /// Makes the steps, links them, and returns the first.
  func first() -> AnyFlowStep {
    audit.closure("build") {
      let count = 2 + flow.choices.number(below: 6)
      for number in 0..<count { steps.append(number < 2 ? leaf(number) : composite(number)) }
      chainLinks = steps
      if flow.choices.number(below: 3) == 0 { chainLinks.append(hosting()) }
      for step in chainLinks {
        if flow.choices.number(below: 3) > 0 { step.nextStep = one(of: chainLinks) }
        if flow.choices.number(below: 4) == 0 { setRoute(of: step) }
      }
      return flow.choices.number(below: 2) == 0 ? chainLinks[chainLinks.count - 1] : one(of: chainLinks)
    }
  }

  private func one<Element>(of elements: [Element]) -> Element { elements[flow.choices.number(below: elements.count)] }

  // MARK: Leaves

  private func leaf(_ number: Int) -> Step {
    let name = "\(depth)leaf\(number)"
    let captive = Captive(audit)
    let step = Step(identifier: name) { [self] step in
      audit.began(name)
      return audit.closure("intent of \(name)") { withExtendedLifetime(captive) { begin(step) } }
    }
    step.setOutcome { [self] step, outcome in
      audit.settled(name)
      audit.closure("outcome of \(name)") {
        if case .completed(let result) = outcome { scope.result = result }
        act()
      }
    }
    return step
  }

  /// Does the work of one start.
  private func begin(_ step: Step) -> RandomFlow.Handler? {
    flow.starts += 1
    if flow.starts > 200 {
      flow.run?.cancel()
      return nil
    }
    if flow.choices.number(below: 4) == 0 {
      step.onCancel { [self] in audit.closure("cancel of \(step.identifier)") { act() } }
    }
    if flow.choices.number(below: 6) == 0 { act() }
    let handler = RandomFlow.Handler()
    switch flow.choices.number(below: 12) {
    case 0, 1: return nil
    case 2, 3: handler.complete("early")
    case 4: handler.fail(RandomFlow.Mishap())
    case 5: break  // abandoned
    case 6: return screen { _ in }
    case 7: return screen { $0.complete("early on screen") }
    case 8:
      handler.complete("once")
      handler.complete("twice")
    default: flow.desk.append(handler)
    }
    return handler
  }

  private func screen(_ use: (RandomFlow.Handler) -> Void) -> RandomFlow.Handler {
    guard !flow.screens.isEmpty else { return RandomFlow.Handler() }
    let screen = one(of: flow.screens)
    use(screen)
    return screen
  }

  // MARK: Composites

  private func composite(_ number: Int) -> Step {
    let step = one(of: steps)
    let captive = Captive(audit)
    let name = "\(depth)step\(number)"
    switch flow.choices.number(below: 15) {
    case 0: return step.timeout(.seconds(1 + flow.choices.number(below: 3)))
    case 1: return step.delay(.seconds(flow.choices.number(below: 2)))
    case 2:
      return step.retry(attempts: 1 + flow.choices.number(below: 3)) { [self] _ in
        use("where", captive) { flow.choices.number(below: 4) > 0 }
      }
    case 3:
      return step.map { [self] result in
        let isRefused = use("map", captive) { flow.choices.number(below: 4) == 0 }
        if isRefused { throw RandomFlow.Mishap() }
        return result
      }
    case 4:
      return step.mapContent { [self] (content: String) in
        // Called where content is set, so also inside other closures.
        if flow.choices.number(below: 4) == 0 { throw RandomFlow.Mishap() }
        return withExtendedLifetime((captive, self)) { content }
      }
    case 5:
      return step.recover { [self] error in
        let isRefused = use("recover", captive) { flow.choices.number(below: 4) == 0 }
        if isRefused { throw error }
        return "recovered"
      }
    case 6: return step.recover(with: one(of: steps))
    case 7:
      return step.then(one(of: steps)) { [self] result in
        let isRefused = use("then", captive) { flow.choices.number(below: 4) == 0 }
        if isRefused { throw RandomFlow.Mishap() }
        return result
      }
    case 8:
      return step.branch { [self] _ in
        use("branch", captive) { flow.choices.number(below: 2) == 0 ? nil : one(of: chainLinks) }
      }
    case 9: return step.always { [self] _ in use("always", captive) {} }
    case 10:
      return FlowStep<Any, [String?]>(identifier: name, joining: someSteps()).map { $0.last ?? nil }
        .mapContent { (_: String) in nil }
    case 11: return FlowStep<Any, String>(identifier: name, racing: someSteps()).mapContent { (_: String) in nil }
    case 12 where depth < 2: return FlowStep(nested(name))
    default: return leaf(number)
    }
  }

  private func use<Value>(_ name: String, _ captive: Captive, _ body: () -> Value) -> Value {
    withExtendedLifetime(captive) {
      audit.closure(name) {
        defer { act() }
        return body()
      }
    }
  }

  /// Some different steps.
  private func someSteps() -> [Step] {
    var some = [one(of: steps)]
    let other = one(of: steps)
    if other !== some[0] { some.append(other) }
    return some
  }

  private func nested(_ name: String) -> Flow<String, String> {
    let name = flow.choices.number(below: 2) == 0 ? "Flow" : name
    return flow.makeFlow(name, depth: depth + 1)
  }

  private func hosting() -> AnyFlowStep {
    switch flow.choices.number(below: 3) {
    case 0: return ConcurrentFlowStep(identifier: "all", steps: someSteps())
    case 1: return RaceFlowStep(identifier: "race", steps: someSteps())
    default:
      let coordinator = NavigationFlowCoordinator(
        navigationController: 0, identifier: "screens", firstStep: one(of: steps))
      coordinators.append(coordinator)
      audit.screensCanReportAgain = true
      return coordinator
    }
  }

  private func setRoute(of step: AnyFlowStep) {
    let captive = Captive(audit)
    step.setFailure { [self] _ in
      use("route", captive) {
        switch flow.choices.number(below: 5) {
        case 0: .retry
        case 1: .retry(after: .seconds(1))
        case 2: .goTo(one(of: chainLinks))
        case 3: .end
        default: .fail
        }
      }
    }
  }

  // MARK: What a closure does

  private func act() {
    switch flow.choices.number(below: 24) {
    case 0: one(of: steps).content = "content \(flow.choices.byte())"
    case 1: one(of: chainLinks).nextStep = flow.choices.number(below: 3) == 0 ? nil : one(of: chainLinks)
    case 2: if isReversible { scope.goBack() }
    case 3: if isReversible { try? scope.goBack(to: one(of: steps).identifier) }
    case 4: coordinators.last?.complete()
    case 5: if flow.choices.number(below: 4) == 0 { flow.run?.cancel() }
    case 6: if let handler = flow.desk.popLast() { handler.complete("from a closure") }
    case 7: if let handler = flow.desk.popLast() { handler.fail(RandomFlow.Mishap()) }
    case 8: _ = flow.desk.popLast()
    case 9: if !flow.screens.isEmpty { one(of: flow.screens).complete("screen") }
    case 10:
      let along = leaf(90 + flow.choices.number(below: 4))
      along.nextStep = flow.choices.number(below: 2) == 0 ? nil : one(of: chainLinks)
      one(of: chainLinks).nextStep = along
    default: break
    }
  }
}
