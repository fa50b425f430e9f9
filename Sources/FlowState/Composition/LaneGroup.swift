/// Children of one step under way: a lane for each, and what has become of those that have ended.
///
/// Confined to the queue of the run.
@usableFromInline
final class LaneGroup: LaneHost {
  /// When the group is done.
  @usableFromInline
  enum Rule {
    /// When every chain has come to rest; the first failure ends the others.
    case all
    /// When the first chain has come to rest, or the last has failed.
    case first
  }

  /// What has become of the group.
  private enum Ending {
    /// Of `first`: the chain that came to rest.
    case completed(winner: Int?)
    /// Of `all`: the failure that came first. Of `first`: a `RaceError` with every failure.
    case failed(any Error)
  }

  private let rule: Rule
  private var children: [Lane] = []
  /// What has failed, of a race.
  private var failures: [(index: Int, error: FlowError)] = []
  private var open = 0
  private var settle: ((Ending) -> Void)?

  private init(_ rule: Rule) {
    self.rule = rule
  }

  /// Starts a lane for each of several chains, in order: what the first can do at once it does before the second starts.
  ///
  /// - Parameters:
  ///   - count: How many chains there are.
  ///   - step: The first step of each chain, by its place; asked for each once.
  ///   - rule: When the group is done; the chains that are still under way then are cancelled.
  ///   - run: The run that the lanes are part of.
  ///   - result: Makes the result of the step that hosts the group; receives the place of the winner, if there is one.
  /// - Returns: The handler by which that step reports when the group is done, and is cancelled.
  @usableFromInline
  static func begin<Result>(
    _ count: Int, _ step: (Int) -> AnyFlowStep, until rule: Rule, in run: Run,
    result: @escaping (_ winner: Int?) -> Result?
  ) -> FlowStepHandler<Any, Result> {
    let group = LaneGroup(rule)
    let handler = FlowStepHandler<Any, Result>.ofEngine(host: group)
    group.begin(count, step, in: run) { ending in
      switch ending {
      case .completed(let winner): handler.complete(Transfer(result(winner)).value)
      case .failed(let error): handler.fail(error)
      }
    }
    return handler
  }

  private func begin(_ count: Int, _ step: (Int) -> AnyFlowStep, in run: Run, settle: @escaping (Ending) -> Void) {
    guard count > 0 else {
      return settle(rule == .all ? .completed(winner: nil) : .failed(RaceError(causes: [])))
    }
    self.settle = settle
    open = count
    children = (0..<count).map { Lane(in: run, group: self, index: $0, beginningWith: step($0)) }
    // The conductor moves the lane that was woken last first.
    for index in children.indices.reversed() { children[index].wake() }
  }

  /// One of the group's lanes has come to its end.
  func childEnded(_ index: Int, _ ending: Lane.Ending) {
    open -= 1
    switch (rule, ending) {
    case (.all, .failed(let error)): end(.failed(error))
    case (.all, .rested): if open == 0 { end(.completed(winner: nil)) }
    case (.first, .rested): end(.completed(winner: index))
    case (.first, .failed(let error)):
      failures.append((index, error))
      if open == 0 { end(.failed(RaceError(causes: failures.sorted { $0.index < $1.index }.map(\.error)))) }
    }
  }

  private func end(_ ending: Ending) {
    let settle = settle.take()
    // Lanes that have come to their end need not be asked, one by one.
    let underWay = open > 0 ? children : []
    lanesWereClosed()
    for lane in underWay.reversed() { lane.close() }
    settle?(ending)
  }

  override var lanes: [Lane] { open > 0 ? children : [] }

  override func lanesWereClosed() {
    settle = nil
    children = []
  }
}
