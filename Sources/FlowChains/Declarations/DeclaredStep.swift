public import FlowState

/// A step as data: its name, its types, its routes, the keys that it uses, and a closure that makes it.
///
/// A ``FlowStepDeclaration`` makes it from Swift types. A ``FlowChain`` holds a list of them.
///
/// ```swift
/// for step in chain.steps { print(step.identifier, step.content?.name ?? "–", step.result.name) }
/// ```
public struct DeclaredStep: Sendable {
  /// The properties of a declared step.
  struct Parts: Sendable {
    /// The source of a step's content.
    enum Source: Sendable {
      /// The previous step's result, which must fit this type.
      case previous(FlowValueType)
      /// The previous step's result, if that is of type `Any`.
      case anything
      /// A source of the declaration.
      case own
    }

    /// A case of an enumeration of routes that has no route.
    struct Unrouted: Sendable {
      let label: String
      let enumeration: String
      let cause: FlowRoute.Cause
    }

    /// The attempts of a step that starts again when it fails.
    struct Retry: Sendable {
      let attempts: Int
      let backoff: Backoff
      let isWorthRetrying: @Sendable (FlowError) -> Bool

      /// Returns the delay before the next attempt; nil if there is none.
      func delay(after error: FlowError, failures: Int) -> Duration? {
        guard failures < attempts, error.canBeRetried, isWorthRetrying(error) else { return nil }
        var backoff = backoff
        return backoff.delay(beforeRetry: failures)
      }
    }

    let identifier: String
    var source: Source
    let result: FlowValueType
    /// The routes after a result, and then the routes after a failure.
    var routes: [FlowRoute] = [.onwards]
    /// The cases of enumerations of routes that have no route.
    var unrouted: [Unrouted] = []
    /// The keys whose values the step reads.
    var requires: [any FlowContextKey.Type] = []
    /// The keys whose values the step sets before it completes.
    var provides: [any FlowContextKey.Type] = []
    /// Computes the step's content once for each visit, before all operators; nil if the previous step's result is the content.
    var content: (@Sendable (FlowContext) -> Any?)?
    /// Store the result in the run's context.
    var keep: [@Sendable (FlowContext, Any?) -> Void] = []
    /// Chooses the label of a route from the result; nil if there is only one route. Receives the values of the run, or nil where a
    /// test asks without a run.
    var choose: (@Sendable (FlowContext?, Any?) -> String)?
    /// Choose the label of a route from an error. The first one that returns a label decides.
    var catches: [@Sendable (FlowError) -> String?] = []
    /// The label of the route for all other errors.
    var catchesAll: String?
    /// Whether the step shows something to a person, so that going back leads to it.
    var isStop = false
    /// Whether a run can't go back past the step once it has completed.
    var isFinal = false
    /// The retry around all other operators; nil if there is none.
    var retry: Retry?
    /// The behaviour of the step in a durable run, and how its visits are undone.
    var durability = DeclaredDurability()
    /// Makes the step for one run.
    var make: @Sendable (FlowContext) -> MadeStep

    /// Makes the step with all operators.
    func makeAll(_ context: FlowContext) -> MadeStep {
      let made = make(context)
      guard let retry else { return made }
      return made.retry(attempts: retry.attempts, backoff: retry.backoff, where: retry.isWorthRetrying)
    }

    /// Puts the retry below an operator that follows.
    mutating func closeRetry() {
      guard retry != nil else { return }
      make = { [self] context in makeAll(context) }
      retry = nil
    }
  }

  /// A chain moves its steps around. Through a box, moving one costs one word.
  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) {
      self.parts = parts
    }
  }

  private let box: Box

  init(_ parts: Parts) {
    box = Box(parts)
  }

  /// Creates a step for a picture. A run of it traps.
  package init(drawn identifier: String, leading routes: [FlowRoute]) {
    self.init(
      Parts(identifier: identifier, source: .own, result: FlowValueType(of: Void.self), routes: routes) { _ in
        trap("Step '\(identifier)' is part of a picture. It can't run.")
      })
  }

  var parts: Parts { box.parts }

  /// The name of the step.
  public var identifier: String { box.parts.identifier }
  /// The type of the previous step's result that this step takes; nil if it takes none.
  public var content: FlowValueType? {
    if case .previous(let type) = box.parts.source { type } else { nil }
  }
  /// The type of the step's result.
  public var result: FlowValueType { box.parts.result }
  /// Whether the step shows something to a person, so that going back leads to it.
  public var isStop: Bool { box.parts.isStop }
  /// Whether a run can't go back past the step once it has completed.
  public var isFinal: Bool { box.parts.isFinal }
  /// The routes that lead on from the step: those after a result, and then those after a failure.
  public var routes: [FlowRoute] { box.parts.routes }
  /// The keys whose values the step reads from the run's context.
  public var requires: [any FlowContextKey.Type] { box.parts.requires }
  /// The keys whose values the step has set in the run's context when it completes.
  public var provides: [any FlowContextKey.Type] { box.parts.provides }
}
