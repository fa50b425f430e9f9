/// Where the operations of a view's content stand.
///
/// A value without a queue; each method returns what is to be done next.
struct ContentChain {
  /// What an operation starts from, or what one has left.
  struct Stage {
    var builder: HubViewModelBuilder
    var error: (any Error)?
  }

  /// What is to be done.
  enum Action {
    /// Start the operation at an index. Reports under an earlier start number do not count any more.
    case perform(index: Int, start: Int, from: Stage)
    /// All operations are through.
    case end(Stage)
    /// Nothing: the report does not count.
    case none
  }

  private let count: Int
  /// What each operation that was started began with.
  private var stages: [Stage] = []
  private var starts = 0
  private var isWorking = false

  init(count: Int) {
    self.count = count
  }

  /// Begins with the first operation.
  mutating func begin(with builder: HubViewModelBuilder) -> Action {
    stages = []
    return advance(to: Stage(builder: builder, error: nil))
  }

  /// Takes the report of an operation.
  mutating func finish(start: Int, with stage: Stage) -> Action {
    guard isWorking, start == starts else { return .none }
    return advance(to: stage)
  }

  /// Starts an operation over, from what it began with; the later ones follow. One that was not reached yet will be.
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
