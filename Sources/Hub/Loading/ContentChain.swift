/// The state of a loader's operations.
///
/// The chain is a value without a queue. Each method returns the next action.
struct ContentChain {
  /// The input of an operation, or the output of the previous one.
  struct Stage {
    var builder: HubViewModelBuilder
    var error: (any Error)?
  }

  /// The next action of the loader.
  enum Action {
    /// Start the operation at an index. The loader ignores reports with an earlier start number.
    case perform(index: Int, start: Int, from: Stage)
    /// Finish the load, because all operations have ended.
    case end(Stage)
    /// Do nothing, because the report was ignored.
    case none
  }

  private let count: Int
  /// The input of each operation that was started.
  private var stages: [Stage] = []
  /// The number of starts so far, including those of earlier chains. It identifies a start.
  private(set) var starts: Int
  private(set) var isWorking = false

  init(count: Int, after starts: Int = 0) {
    self.count = count
    self.starts = starts
  }

  /// Starts the first operation.
  mutating func begin(with builder: HubViewModelBuilder) -> Action {
    stages = []
    return advance(to: Stage(builder: builder, error: nil))
  }

  /// Accepts the report of an operation.
  mutating func finish(start: Int, with stage: Stage) -> Action {
    guard isWorking, start == starts else { return .none }
    return advance(to: stage)
  }

  /// Restarts an operation with its original input. Later operations follow. Has no effect on an operation that has not
  /// been started.
  mutating func reschedule(_ index: Int) -> Action {
    guard stages.indices.contains(index) else { return .none }
    let stage = stages[index]
    stages.removeSubrange(index...)
    return advance(to: stage)
  }

  private mutating func advance(to stage: Stage) -> Action {
    guard stages.count < count else {
      isWorking = false
      return .end(stage)
    }
    stages.append(stage)
    starts += 1
    isWorking = true
    return .perform(index: stages.count - 1, start: starts, from: stage)
  }
}
