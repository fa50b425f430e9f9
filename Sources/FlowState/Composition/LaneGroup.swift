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

  /// What a group ends with: the place of the winner, if its rule is `first`, or a failure. The failure is the first one, or, if
  /// the rule is `first`, a `RaceError` with all of them.
  private typealias Ending = Swift.Result<Int?, any Error>

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
  static func start<Result>(
    _ count: Int, _ step: (Int) -> AnyFlowStep, until rule: Rule, in run: Run,
    result: @escaping (_ winner: Int?) -> Result?
  ) -> FlowStepHandler<Any, Result> {
    let group = LaneGroup(rule)
    let handler = FlowStepHandler<Any, Result>.ofEngine(host: group)
    group.startLanes(count, step, in: run) { ending in
      switch ending {
      case .success(let winner): handler.complete(UnsafeTransfer(result(winner)).value)
      case .failure(let error): handler.fail(error)
      }
    }
    return handler
  }

  private func startLanes(_ count: Int, _ step: (Int) -> AnyFlowStep, in run: Run, settle: @escaping (Ending) -> Void) {
    guard count > 0 else {
      return settle(rule == .all ? .success(nil) : .failure(RaceError(causes: [])))
    }
    self.settle = settle
    open = count
    children = (0..<count).map { Lane(in: run, group: self, index: $0, beginningWith: step($0)) }
    // The event loop moves the lane that was woken last first.
    for index in children.indices.reversed() { children[index].wake() }
  }

  /// One of the group's lanes has come to its end.
  func childEnded(_ index: Int, _ failure: FlowError?) {
    open -= 1
    switch (rule, failure) {
    case (.all, let error?): end(.failure(error))
    case (.all, nil): if open == 0 { end(.success(nil)) }
    case (.first, nil): end(.success(index))
    case (.first, let error?):
      failures.append((index, error))
      if open == 0 { end(.failure(RaceError(causes: failures.sorted { $0.index < $1.index }.map(\.error)))) }
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
