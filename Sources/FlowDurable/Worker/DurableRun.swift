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
  /// Whether the call that returned this object started the run, or found it, and with which content.
  public let origin: RunOrigin
  /// Whether the call that returned this object started the run; false if the run already existed.
  public var isNew: Bool { origin == .started }
  let store: any FlowStore
  package let definition: DurableDefinition
  /// The name of the flow and the key of the run as the store spells them, because the worker seals values under them.
  let flow: String
  let key: String?
  /// The watch for the ends of all runs of a worker.
  let watch: RunWatch

  /// The name of the run, as in the keys of its visits: `order/4711`.
  public var description: String {
    DurableVisit.name(ofRun: number, key: key, of: flow)
  }

  var seal: PayloadSeal { PayloadSeal(codec: definition.codec, store: store.identity, run: description) }

  // MARK: Messages and commands

  /// Sends a message to the run.
  ///
  /// A message that no step of the flow awaits, or that doesn't decode as a step awaits it, is refused: it would wait
  /// forever, or fail the step.
  ///
  /// - Parameters:
  ///   - message: The message. A step that awaits its type takes it.
  ///   - key: The key under which the message is delivered only once. Without a key, each call sends a message.
  ///   - isChecked: Whether the message is refused if no step of this flow can take it. Pass false if the run belongs to a
  ///     newer version of the flow, which knows the message.
  /// - Returns: Whether the message was new.
  /// - Throws: ``DurableRunError/unknownMessage(_:flow:known:)`` or ``DurableRunError/unfitMessage(_:flow:place:)``;
  ///   ``StoreError/runEnded(_:)`` and other errors of the store; a `DurableRunError` if the message can't be encoded.
  @discardableResult
  public func send<Message: DurableMessage>(
    _ message: Message, key: String? = nil, checked isChecked: Bool = true
  ) async throws -> MessageDelivery {
    try await send(message, named: Message.name, key: key, checked: isChecked)
  }

  /// Sends a message with a name that needn't be that of its type.
  package func send(
    _ message: some Encodable & Sendable, named name: String, key: String?, checked isChecked: Bool = true
  ) async throws -> MessageDelivery {
    var body: JSONValue
    do { body = try ValueCoder.encode(message) } catch { throw DurableRunError.notStored(name, error) }
    if isChecked { try await check(name, body) }
    do { body = try seal.seal(body, name) } catch { throw DurableRunError.notStored(name, error) }
    return try await store.send(FlowMessage(.message(name: name, body: body), key: key), to: number)
  }

  /// Throws if no step can take a message.
  private func check(_ name: String, _ body: JSONValue) async throws {
    switch definition.problem(ofMessage: name, plain: body) {
    case nil: return
    case .notDecoded(let place): throw DurableRunError.unfitMessage(name, flow: definition.identifier, place: place)
    case .unknown(let known):
      // The run can belong to another version of the flow.
      if case .waiting(_, let names) = try await summary().state, names.contains(name) { return }
      throw DurableRunError.unknownMessage(name, flow: definition.identifier, known: known)
    }
  }

  /// Takes the run back to the latest earlier visit of a step.
  ///
  /// The run leaves the current step, undoes the visits since then, latest first, and starts the step again in a new
  /// visit. A run that has failed or was cancelled can go back, too, to a visit that it hasn't undone.
  ///
  /// - Parameter step: The name of the step.
  /// - Throws: ``DurableRunError/cannotGoBack(_:to:known:)`` if the run has no such visit;
  ///   ``DurableRunError/finalStep(_:_:)`` if it would go back past a final step; ``StoreError/runEnded(_:)``
  ///   and other errors of the store.
  public func goBack(to step: String) async throws {
    _ = try await store.send(try definition.command(takingBack: number, to: step, try await course()), to: number)
  }

  /// Cancels the run.
  ///
  /// If the flow undoes visits on cancellation, the run undoes them, latest first. Then it ends as cancelled. A run that
  /// has failed can be cancelled, so that it undoes what it hasn't undone when it failed. A command that arrives in the
  /// moment in which the run ends is dropped with the run's other messages; send it again to take up a run that has failed.
  ///
  /// - Throws: ``StoreError/runEnded(_:)`` if the run has completed or was cancelled, and other errors of the store.
  public func cancel() async throws(StoreError) {
    _ = try await store.send(FlowMessage(.cancel), to: number)
  }

  /// Continues a run that is parked, has failed, or was cancelled. Does nothing if the run is at work or waits.
  ///
  /// A parked run continues with what it couldn't do. A run that has failed or was cancelled begins the step where it
  /// ended, or the earliest step whose visit it has undone then. Each step that it visits again is visited under a new
  /// key. The records of the run keep the decision.
  ///
  /// ```swift
  /// if case .failed = try await run.outcome() {
  ///   try await run.retry()  // charge#2, after the bank is back
  /// }
  /// ```
  ///
  /// - Throws: ``StoreError/runEnded(_:)`` if the run has completed, and other errors of the store.
  public func retry() async throws(StoreError) {
    _ = try await store.send(FlowMessage(.retry), to: number)
  }

  /// Continues a run that is parked, has failed, or was cancelled, at a step.
  ///
  /// If the run would continue elsewhere, it goes back to the step first, as with ``goBack(to:)``.
  ///
  /// - Parameter step: The name of the step.
  /// - Throws: ``DurableRunError/cannotGoBack(_:to:known:)`` if the run has no such visit, or has undone it;
  ///   ``DurableRunError/finalStep(_:_:)`` if it would go back past a final step; ``StoreError/runEnded(_:)`` if the run
  ///   has completed, and other errors of the store.
  public func retry(from step: String) async throws {
    let records = try await store.records(of: number, after: 0, limit: .max)
    _ = try await store.send(try definition.command(retrying: number, from: step, records), to: number)
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
    if !summary.isFinal { summary = try await watch.end(of: number) }
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
      return try await outcome(after: try await watch.end(of: number, within: limit))
    } catch is RunWatch.TimeLimitPassed {
      return nil
    }
  }

  /// Returns the outcome of a run that has ended, and throws an error if it is parked instead.
  func outcome(after summary: RunSummary) async throws -> FlowOutcome<Result> {
    if case .parked(let reason) = summary.state { throw DurableRunError.parked(number, reason) }
    return try await outcome(of: try await ending(at: summary.lastRecord))
  }

  /// Returns the outcome of a run that has ended with a record.
  func outcome(of ended: FlowRecord.Ended) async throws -> FlowOutcome<Result> {
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

  /// Returns the record with which the run has ended.
  private func ending(at last: Int) async throws -> FlowRecord.Ended {
    // A command that changed nothing can follow the end.
    for start in [last - 1, 0] {
      for record in try await store.records(of: number, after: start, limit: .max).reversed() {
        if case .ended(let ended) = record.body { return ended }
      }
    }
    throw StoreError.unknownRun(number)
  }

  /// Returns the failure of a run that has ended, with the step that failed.
  private func failure(of ended: FlowRecord.Ended) async throws -> DurableFailure {
    let records = try await store.records(of: number, after: 0, limit: .max)
    // If a snapshot can't be read, only the name of the step is missing.
    guard let failure = ended.failure,
      case .failed(_, let step)? = try? RunCourse(records, definition.rules).undoing?.aim
    else { return DurableFailure(seal.open(ended.failure ?? RecordedFailure(type: "", text: ""))) }
    return DurableFailure(seal.open(failure), of: step)
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
  /// No step of the flow awaits a message with this name. `known` lists the names that steps await.
  case unknownMessage(String, flow: String, known: [String])
  /// The body of the message doesn't decode as a step awaits it. `place` gives the place and the reason.
  case unfitMessage(String, flow: String, place: String)
  /// The run no longer waits at the visit, or has gone back past it. Nothing has changed.
  case visitPassed(VisitToken)
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
    case .unknownMessage(let name, let flow, let known):
      "No step of '\(flow)' awaits the message '\(name)'. Steps await: "
        + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", ")) + "."
    case .unfitMessage(let name, let flow, let place):
      "The message '\(name)' doesn't decode as '\(flow)' awaits it: \(place)."
    case .visitPassed(let token): "The answer is for visit '\(token)', at which the run doesn't wait."
    case .noVariant(let flow, let experiment):
      "A run of flow '\(flow)' starts with an assignment of experiment '\(experiment)' to one of its variants."
    }
  }

  /// Creates the error for a message that can't be stored.
  static func notStored(_ message: String, _ error: any Error) -> DurableRunError {
    .notStored("Message '\(message)' can't be stored: \(error)")
  }

  /// Joins the names without repetition.
  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
