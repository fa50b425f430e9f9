public import FlowJSON
public import FlowState

/// A run that a store is about to add.
///
/// ```swift
/// var run = NewRun(flow: "order", key: "4711")
/// run.content = ["id": "4711", "cents": 990]
/// let (number, isNew) = try await store.add(run)
/// ```
public struct NewRun: Sendable, Hashable {
  /// The name of the flow.
  public var flow: String
  /// The key under which the flow runs at most once; nil if the run has no key.
  public var key: String?
  /// The content of the start.
  public var content: JSONValue?
  /// The variants that were assigned to the run.
  public var assignments: [VariantAssignment] = []
  /// The visit that started this run; nil if no step of another run did.
  public var parent: RunParent?
  /// The name of the queue from which workers claim the run.
  public var queue = "default"
  /// The tenant for whom the run works; nil if the program has no tenants.
  public var tenant: String?
  /// The priority. Workers claim runs with higher priorities first.
  public var priority = 0
  /// The delay after which the run becomes due.
  public var delay = Duration.zero
  /// Further members of the run's first record, such as the context of a trace; see ``FlowRecord/others``.
  public var others = JSONObject()

  /// Creates a run that is due at once, in the queue `default`.
  ///
  /// - Parameters:
  ///   - flow: The name of the flow.
  ///   - key: The key under which the flow runs at most once.
  ///   - content: The content of the start.
  public init(flow: String, key: String? = nil, content: JSONValue? = nil) {
    self.flow = flow
    self.key = key
    self.content = content
  }
}

/// The visit that started a run.
///
/// ```swift
/// let parent = RunParent(run: RunNumber(rawValue: 3), step: "ship", visit: 1)
/// ```
public struct RunParent: Sendable, Hashable {
  /// The number of the run.
  public var run: RunNumber
  /// The identifier of the step.
  public var step: String
  /// The number of the step's visit, from 1.
  public var visit: Int

  /// Creates a reference to a visit.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - step: The identifier of the step.
  ///   - visit: The number of the step's visit, from 1.
  public init(run: RunNumber, step: String, visit: Int) {
    self.run = run
    self.step = step
    self.visit = visit
  }
}
