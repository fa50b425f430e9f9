public import FlowJSON
public import FlowState

extension FlowRecord {
  /// The beginning of a run.
  ///
  /// ```swift
  /// if case .began(let began) = run.records.first?.body { print(began.flow, began.key ?? "without a key") }
  /// ```
  public struct Began: Sendable, Hashable {
    /// The name of the flow.
    public var flow: String
    /// The key of the run.
    public var key: String?
    /// The content of the start.
    public var content: JSONValue?
    /// The variants that were assigned to the run.
    public var assignments: [VariantAssignment]
    /// The visit that started the run; nil if no step of another run did.
    public var parent: RunParent?
    /// The queue of the run.
    public var queue: String
    /// The tenant of the run.
    public var tenant: String?
    /// The priority of the run.
    public var priority: Int
    /// Whether a removed run could have had the key, so that the keys of the visits contain the run's number.
    public var reusesKey = false

    /// Creates the beginning of a new run.
    ///
    /// - Parameter run: The new run.
    public init(_ run: NewRun) {
      flow = run.flow
      key = run.key
      content = run.content
      assignments = run.assignments
      parent = run.parent
      queue = run.queue
      tenant = run.tenant
      priority = run.priority
    }
  }

  /// The start of work that runs at most once.
  ///
  /// ```swift
  /// let record = FlowRecord(.started(.init(step: "apology", visit: 1, attempt: 1)))
  /// ```
  public struct Started: Sendable, Hashable {
    /// The identifier of the step.
    public var step: String
    /// The number of the step's visit, from 1.
    public var visit: Int
    /// The number of the attempt, from 1.
    public var attempt: Int

    /// Creates the start of a visit.
    ///
    /// - Parameters:
    ///   - step: The identifier of the step.
    ///   - visit: The number of the step's visit, from 1.
    ///   - attempt: The number of the attempt, from 1.
    public init(step: String, visit: Int, attempt: Int = 1) {
      self.step = step
      self.visit = visit
      self.attempt = attempt
    }
  }
}
