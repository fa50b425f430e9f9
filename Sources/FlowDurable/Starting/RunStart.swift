public import FlowState

/// The content and the key of a run that is about to start, for ``FlowStarter/start(_:_:in:)``.
///
/// ```swift
/// var start = RunStart(Order(id: "4711", cents: 990), key: "4711")
/// start.priority = 2
/// let runs = try await worker.start(order, [start])
/// ```
public struct RunStart<Content> {
  /// The content of the run.
  public var content: Content?
  /// The key under which the flow runs at most once; nil if the run has no key.
  public var key: String?
  /// The variants of experiments that are assigned to the run.
  public var assignments: [VariantAssignment] = []
  /// The name of the queue from which workers claim the run.
  public var queue = "default"
  /// The tenant for whom the run works; nil if the program has no tenants.
  public var tenant: String?
  /// The priority. Workers claim runs with higher priorities first.
  public var priority = 0
  /// The delay after which the run may start.
  public var delay = Duration.zero

  /// Creates the start of a run that is due at once, in the queue `default`.
  ///
  /// - Parameters:
  ///   - content: The content of the run.
  ///   - key: The key under which the flow runs at most once.
  public init(_ content: Content? = nil, key: String? = nil) {
    self.content = content
    self.key = key
  }
}

extension RunStart: Sendable where Content: Sendable {}
