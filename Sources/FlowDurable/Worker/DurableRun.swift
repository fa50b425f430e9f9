import FlowJSON
public import FlowState

/// A run of a durable flow in a store. Use it to send messages, to go back, to cancel, and to wait for the outcome.
///
/// ```swift
/// let run = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711")
/// try await run.send(Shipped(tracking: "1Z"), key: "webhook-88")  // counts once
/// if case .completed(let payment) = try await run.outcome() { print(payment ?? "free") }
/// ```
///
/// The methods work in every process that has the store open, whether or not a worker of the process holds the run.
/// They return when the store has the message or command; the worker that holds the run follows it soon after. You can
/// call them from any task.
public struct DurableRun<Content, Result>: Sendable, CustomStringConvertible {
  /// The number of the run in its store.
  public let number: RunNumber
  /// Whether the call that returned this object started the run; false if the run already existed.
  public let isNew: Bool
  let store: any FlowStore
  let definition: DurableDefinition
  let key: String?
  /// The watch for the ends of all runs of a worker.
  let outcomes: OutcomeWatch

  /// The name of the run, as in the keys of its visits: `order/4711`.
  public var description: String {
    DurableVisit.name(ofRun: number, key: key, of: definition.identifier)
  }

  private var seal: PayloadSeal { PayloadSeal(codec: definition.codec, store: store.identity, run: description) }

  // MARK: Messages and commands

  /// Sends a message to the run.
  ///
  /// - Parameters:
  ///   - message: The message. A step that awaits its type takes it.
  ///   - key: The key under which the message is delivered only once. Without a key, each call sends a message.
  /// - Returns: Whether the message was new.
  /// - Throws: ``StoreError/runEnded(_:)`` and other errors of the store; a `DurableRunError` if the message can't be
  ///   encoded.
  @discardableResult
  public func send<Message: DurableMessage>(_ message: Message, key: String? = nil) async throws -> MessageDelivery {
    let body: JSONValue
    do { body = try seal.seal(try ValueCoder.encode(message), Message.name) } catch {
      throw DurableRunError.notStored("Message '\(Message.name)' can't be stored: \(error)")
    }
    return try await store.send(FlowMessage(.message(name: Message.name, body: body), key: key), to: number)
  }

  /// Takes the run back to the latest earlier visit of a step.
  ///
  /// The run leaves the current step, undoes the visits since then, latest first, and starts the step again in a new
  /// visit.
  ///
  /// - Parameter step: The name of the step.
  /// - Throws: ``DurableRunError/cannotGoBack(_:to:known:)`` if the run has no such visit;
  ///   ``DurableRunError/finalStep(_:_:)`` if it would go back past a final step; ``StoreError/runEnded(_:)``
  ///   and other errors of the store.
  public func goBack(to step: String) async throws {
    let course = try await course()
    if course.ended != nil { throw StoreError.runEnded(number) }
    let steps = definition.checkedChain(for: course.assignments)?.steps
    guard let place = course.place(toReturnTo: steps?.allNames(of: step) ?? [step]) else {
      throw DurableRunError.cannotGoBack(number, to: step, known: course.placesToReturn)
    }
    if let final = steps?.finalStep(in: course.visits[place...]) { throw DurableRunError.finalStep(number, final) }
    _ = try await store.send(FlowMessage(.back(to: step)), to: number)
  }

  /// Cancels the run.
  ///
  /// If the flow undoes visits on cancellation, the run undoes them, latest first. Then it ends as cancelled.
  ///
  /// - Throws: ``StoreError/runEnded(_:)`` and other errors of the store.
  public func cancel() async throws(StoreError) {
    _ = try await store.send(FlowMessage(.cancel), to: number)
  }

  /// Continues a parked run. Does nothing if the run isn't parked.
  ///
  /// - Throws: ``StoreError/runEnded(_:)`` and other errors of the store.
  public func retry() async throws(StoreError) {
    _ = try await store.send(FlowMessage(.retry), to: number)
  }

  // MARK: Examining

  /// Returns the store's summary of the run.
  ///
  /// - Returns: The summary.
  /// - Throws: ``StoreError/unknownRun(_:)`` and other errors of the store.
  public func summary() async throws(StoreError) -> RunSummary {
    var query = RunQuery(flows: [definition.identifier])
    query.numbers = [number]
    guard let summary = try await store.runs(query, after: nil, limit: 1).first else { throw .unknownRun(number) }
    return summary
  }

  /// Waits until the run has ended, and returns its outcome.
  ///
  /// Returns at once if the run has already ended. Any process can wait. Cancelling the task ends the wait, not the
  /// run. A program can wait for many runs: the worker queries the store once for all of them.
  ///
  /// - Returns: The outcome. A failure is a ``DurableFailure`` that names the step.
  /// - Throws: ``DurableRunError/parked(_:_:)`` if the run is parked; `CancellationError` if the task is cancelled; an
  ///   error of the store; a ``DurableRunError/notDecoded(_:_:)`` if the result doesn't decode.
  public func outcome() async throws -> FlowOutcome<Result> {
    var summary = try await summary()
    if !summary.isFinal { summary = try await outcomes.end(of: number) }
    return try await outcome(after: summary)
  }

  /// Waits until the run has ended, but not longer than a time limit, and returns its outcome.
  ///
  /// ```swift
  /// if let outcome = try await run.outcome(within: .seconds(20)) {
  ///   print("Your order: \(outcome)")
  /// } else {
  ///   print("Your order is still being processed.")
  /// }
  /// ```
  ///
  /// The limit ends the wait and nothing else: the run continues, and you can wait for it again. The time passes on the
  /// worker's clock, and the wait ends with it, even if the store doesn't respond. Apart from that, the method does what
  /// ``outcome()`` does.
  ///
  /// - Parameter limit: The time to wait. If it is zero or less, the method queries the store once, and doesn't wait.
  /// - Returns: The outcome, or nil if the run hasn't ended within the time. A failure is a ``DurableFailure`` that
  ///   names the step.
  /// - Throws: ``DurableRunError/parked(_:_:)`` if the run is parked; `CancellationError` if the task is cancelled; an
  ///   error of the store; a ``DurableRunError/notDecoded(_:_:)`` if the result doesn't decode.
  public func outcome(within limit: Duration) async throws -> FlowOutcome<Result>? {
    guard limit > .zero else {
      let summary = try await summary()
      return summary.isFinal ? try await outcome(after: summary) : nil
    }
    do {
      return try await outcome(after: try await outcomes.end(of: number, within: limit))
    } catch is OutcomeWatch.TimeLimitPassed {
      return nil
    }
  }

  /// Returns the outcome of a run that has ended, and throws an error if it is parked instead.
  private func outcome(after summary: RunSummary) async throws -> FlowOutcome<Result> {
    if case .parked(let reason) = summary.state { throw DurableRunError.parked(number, reason) }
    let records = try await store.records(of: number, after: summary.lastRecord - 1, limit: 1)
    guard case .ended(let ended)? = records.last?.body else { throw StoreError.unknownRun(number) }
    switch ended.ending {
    case .cancelled: return .cancelled
    case .failed: return .failed(try await failure(of: ended))
    case .completed:
      guard let stored = ended.result else { return .completed(nil) }
      do {
        let opened = try seal.open(stored, DurableDefinition.resultName)
        return .completed(try definition.result.decode(opened) as? Result)
      } catch {
        throw DurableRunError.notDecoded(number, "\(error)")
      }
    }
  }

  /// Returns the failure of a run that has ended, with the step that failed.
  private func failure(of ended: FlowRecord.Ended) async throws -> DurableFailure {
    let records = try await store.records(of: number, after: 0, limit: .max)
    // If a snapshot can't be read, only the name of the step is missing.
    guard let failure = ended.failure,
      case .failed(_, let step)? = try? RunCourse(records, definition.rules).undoing?.aim
    else { return DurableFailure(ended.failure ?? RecordedFailure(type: "", text: "")) }
    return DurableFailure(failure, of: step)
  }

  /// Returns the course of the run.
  func course() async throws -> RunCourse {
    try RunCourse(try await store.records(of: number, after: 0, limit: .max), definition.rules)
  }
}

/// An error of a durable run that explains why a request failed.
///
/// ```swift
/// do {
///   try await run.goBack(to: "moon")
/// } catch {
///   print(error)  // Run 17 cannot go back to 'moon'; the steps that it can go back to are: charge, accept.
/// }
/// ```
public enum DurableRunError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The run has no earlier visit of a step with this name, or no longer keeps it. `known` lists the steps, latest
  /// first.
  case cannotGoBack(RunNumber, to: String, known: [String])
  /// The run would go back past this step, which is final and has completed.
  case finalStep(RunNumber, String)
  /// The run is parked, for the reason in the sentence.
  case parked(RunNumber, String)
  /// The result doesn't decode, for the reason in the sentence.
  case notDecoded(RunNumber, String)
  /// A value can't be stored, for the reason in the sentence.
  case notStored(String)
  /// The start of a flow with variants has no assignment to one of them.
  case noVariant(flow: String, experiment: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .cannotGoBack(let run, let step, let known):
      known.isEmpty
        ? "Run \(run) cannot go back to '\(step)'; it remembers no earlier step."
        : "Run \(run) cannot go back to '\(step)'; the steps that it can go back to are: \(Self.list(known))."
    case .finalStep(let run, let step): "Run \(run) cannot go back past '\(step)', which is final."
    case .parked(let run, let reason): "Run \(run) is parked: \(reason)"
    case .notDecoded(let run, let reason): "The result of run \(run) does not decode: \(reason)"
    case .notStored(let sentence): sentence
    case .noVariant(let flow, let experiment):
      "A run of flow '\(flow)' starts with an assignment of experiment '\(experiment)' to one of its variants."
    }
  }

  /// Joins the names without repetition.
  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
