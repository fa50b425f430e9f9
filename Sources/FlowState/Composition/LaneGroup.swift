/// The children of one step: a lane for each, and the failures of those that have ended.
///
/// Confined to the queue of the run.
@usableFromInline
final class LaneGroup: LaneHost {
  /// The condition for the end of the group.
  @usableFromInline
  enum Rule {
    /// The group ends when every chain has come to rest. The first failure ends the other chains.
    case all
    /// The group ends when the first chain has come to rest, or when the last chain has failed.
    case first
  }

  /// The ending of a group: the index of the winner if the rule is `first`, or a failure. The failure is the first one; if the
  /// rule is `first`, it is a `RaceError` with all failures.
  private typealias Ending = Swift.Result<Int?, any Error>

  private let rule: Rule
  private var children: [Lane] = []
  /// The failures of a race.
  private var failures: [(index: Int, error: FlowError)] = []
  private var open = 0
  private var settle: ((Ending) -> Void)?

  private init(_ rule: Rule) {
    self.rule = rule
  }

  /// Starts a lane for each of several chains, in order. Each chain does its synchronous work before the next one starts.
  ///
  /// - Parameters:
  ///   - count: The number of chains.
  ///   - step: Returns the first step of the chain at an index. Called once for each chain.
  ///   - rule: The condition for the end of the group. Chains that are still under way then are cancelled.
  ///   - run: The run that the lanes belong to.
  ///   - result: Makes the result of the step that hosts the group. Receives the index of the winner, if there is one.
  /// - Returns: The handler of the step that hosts the group. The group completes it; cancelling it cancels the group.
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
    children = (0..<count).map { index in
      let lane = Lane(in: run, for: self, index: index)
      lane.prepare(step(index))
      return lane
    }
    // The event loop moves the most recently woken lane first.
    for index in children.indices.reversed() { children[index].wake() }
  }

  @usableFromInline
  override func laneEnded(_ lane: Lane, _ failure: FlowError?) {
    let index = lane.index
    open -= 1
    switch (rule, failure) {
    case (.all, let error?): end(.failure(error), in: lane.run)
    case (.all, nil): if open == 0 { end(.success(nil), in: lane.run) }
    case (.first, nil):
      dropFailures(in: lane.run)
      end(.success(index), in: lane.run)
    case (.first, let error?):
      failures.append((index, error))
      if open == 0 {
        end(.failure(RaceError(causes: failures.sorted { $0.index < $1.index }.map(\.error))), in: lane.run)
      }
    }
  }

  /// Forgets the failures of a race that doesn't fail, except what nested runs could not undo.
  private func dropFailures(in run: Run) {
    for (_, error) in failures { run.takeOver(error) }
    failures = []
  }

  private func end(_ ending: Ending, in run: Run) {
    let lanes = children
    // If all lanes have ended, there is no need to check each of them.
    let underWay = open > 0 ? lanes : []
    children = []
    for lane in underWay.reversed() { lane.close() }
    // Releases the lanes when the step that waits for them has continued, because there can be many.
    run.eventLoop.perform(afterwards: .release(lanes))
    // Closing a lane can end the step of the group, which then has no other ending.
    settle.take()?(ending)
  }

  override var lanes: [Lane] { open > 0 ? children : [] }

  override func lanesWereClosed() {
    if let run = children.first?.run { dropFailures(in: run) }
    settle = nil
    children = []
  }
}
