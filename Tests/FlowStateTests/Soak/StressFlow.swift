import FlowState
import TestSupport

/// Makes a flow from a plan.
struct StressFlow: Sendable {
  let plan: StressPlan
  let record: StressRecord
  let batch: StressBatch
  let isNested: Bool

  func make() -> Flow<Int, Int> {
    let name = isNested ? "Inner\(batch.nextNumber())" : "Outer\(batch.nextNumber())"
    let flow = Flow(Int.self, Int.self, identifier: name) { scope in
      StressBuilder(self, scope).first()
    }
    .reversible(visits: plan.visits)
    switch plan.queue {
    case .inherited: return isNested ? flow : flow.on(StressQueue(batch.work))
    case .own: return flow.on(StressQueue(batch.work))
    case .shared(let index): return flow.on(batch.queues[index])
    }
  }
}

/// Makes the steps of one run. It belongs to the run's queue.
final class StressBuilder {
  let flow: StressFlow
  let state: StressState
  /// The screens of this run.
  let screens = (0...1).map { _ in FlowStepHandler(Any.self, Int.self) }
  private let scope: FlowScope<Int, Int>

  var record: StressRecord { flow.record }
  var batch: StressBatch { flow.batch }

  init(_ flow: StressFlow, _ scope: FlowScope<Int, Int>) {
    self.flow = flow
    self.scope = scope
    state = StressState(flow.record)
  }

  /// Makes all steps, links them, and returns the first.
  func first() -> AnyFlowStep {
    let plan = flow.plan
    let parts = plan.parts.map(link)
    var turns = 0
    let live = batch.objects.makeObject()
    let last = leaf(plan.last) { [scope, state, batch, record] step in
      live.touch()
      state.touch()
      turns += 1
      scope.result = turns
      step.context[StressKey.self] = batch.objects.makeObject()
      step.nextStep = turns < plan.turns ? parts[0] : nil
      if plan.turnsBack.contains(turns), record.mayGoBack() {
        if turns == 2 { try? scope.goBack(to: parts[0].identifier) } else { scope.goBack() }
      }
    }
    for (index, part) in parts.enumerated() {
      part.nextStep = index + 1 < parts.count ? parts[index + 1] : last
      var routes = plan.routes[index].makeIterator()
      part.setFailure { [state] _ in
        state.touch()
        switch routes.next() {
        case .retry: return .retry
        case .retryLater(let time): return .retry(after: .microseconds(time))
        case .goToLast: return .goTo(last)
        case .fail, nil: return .fail
        }
      }
    }
    scope.context[StressKey.self] = batch.objects.makeObject()
    return parts[0]
  }

  /// Makes a link of the chain.
  private func link(_ part: StressPart) -> AnyFlowStep {
    switch part {
    case .all(let parts): ConcurrentFlowStep(identifier: "all", steps: parts.map(step))
    case .race(let parts): RaceFlowStep(identifier: "race", steps: parts.map(step))
    default: step(part)
    }
  }

  private func step(_ part: StressPart) -> FlowStep<Any, Int> {
    switch part {
    case .leaf(let plan): return leaf(plan)
    case .asynchronous(let moves): return asynchronous(moves)
    case .nested(let plan):
      let nested = StressFlow(plan: plan, record: record, batch: batch, isNested: true).make()
      return FlowStep(nested).mapContent { [state] (_: Any) in
        state.touch()
        return 1
      }
    case .all(let parts), .joined(let parts):
      return FlowStep<Any, [Int?]>(identifier: "join", joining: parts.map(step)).map { [state] results in
        state.touch()
        return results.reduce(0) { $0 + ($1 ?? 0) }
      }
    case .race(let parts), .raced(let parts): return FlowStep(identifier: "race", racing: parts.map(step))
    case .retried(let part, let attempts): return step(part).retry(attempts: attempts)
    case .limited(let part, let time): return step(part).timeout(.microseconds(time))
    case .delayed(let part, let time): return step(part).delay(.microseconds(time))
    case .recovered(let part):
      return step(part).recover { [state] _ in
        state.touch()
        return nil
      }
    case .replaced(let part, let other): return step(part).recover(with: step(other))
    case .attended(let part):
      return step(part).always { [state, record] _ in
        state.touch()
        record.attended.make()
      }
    case .mapped(let part):
      return step(part).map { [state] in
        state.touch()
        return $0 + 1
      }
    case .then(let first, let second):
      return step(first).then(step(second)) { [state] in
        state.touch()
        return $0
      }
    }
  }

  /// A step that suspends. Its function does not execute on the run's queue.
  private func asynchronous(_ moves: [StressAsyncMove]) -> FlowStep<Any, Int> {
    FlowStep(Any.self, Int.self, identifier: "async") { [record] _ in
      for move in moves {
        switch move {
        case .yield: await Task.yield()
        case .sleep(let time): try await Task.sleep(for: .microseconds(time))
        case .fail:
          record.asynchronousReports.make()
          throw StressFailure(report: nil)
        }
      }
      record.asynchronousReports.make()
      return 1
    }
  }
}
