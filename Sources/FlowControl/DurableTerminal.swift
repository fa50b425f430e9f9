public import FlowDurable
public import FlowState
public import FlowTerminal

/// A terminal on which durable runs ask questions, until they end or the person leaves.
///
/// ```swift
/// let terminal = DurableTerminal()
/// let name = FlowStepDeclaration(Any.self, String.self, identifier: "name") { _ in
///   terminal.question(Any.self, String.self, identifier: "name") { prompter, step in
///     prompter.ask("Name [\(step.context[TheName.self] ?? "")]: ") { .accepted($0) }
///   }
/// }.keeping(TheName.self)
/// let greeting = try DurableFlow(FlowChain("greeting") { name }, Any.self, keeping: TheName.self) { $0[TheName.self] }
///
/// switch try await terminal.run(greeting, key: "ada", on: store) {
/// case .ended(let outcome): print(outcome)
/// case .left(let step): print("The greeting stays at \(step ?? "its beginning").")
/// }
/// ```
///
/// A question that the end of the input leaves open isn't answered: the run stays at it, and the next process asks again. A
/// plain question of a `Prompter` completes with nil then, which the run keeps for good.
public final class DurableTerminal: Sendable {
  /// The ending of the time that a run had on the terminal.
  ///
  /// ```swift
  /// if case .left(let step) = ending { print("To be continued at \(step ?? "the beginning").") }
  /// ```
  public enum Ending<Result: Sendable>: Sendable, CustomStringConvertible {
    /// The run has ended.
    case ended(FlowOutcome<Result>)
    /// The person has left. The run remains at the step; nil if its first step has not completed yet.
    case left(at: String?)

    /// The ending in a few words.
    public var description: String {
      switch self {
      case .ended(let outcome): "\(outcome)"
      case .left(let step): "left at \(step ?? "the beginning")"
      }
    }
  }

  private let prompter: Prompter
  /// Streams with an element when the person leaves, one for each run that the terminal shows.
  private let leaving = ElementStreams<Void>(keeping: 1)

  /// Creates a terminal.
  ///
  /// - Parameter prompter: Asks the questions; on the standard streams by default.
  public init(_ prompter: Prompter = Prompter()) {
    self.prompter = prompter
  }

  /// Returns a step that asks a question. When the input ends, the person leaves, and the step remains open.
  ///
  /// Use it in the closure of a declared step of the flow that ``run(_:_:key:on:assignments:waiting:)`` executes.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` if there is no input.
  ///   - answer: The type of the answer.
  ///   - identifier: The name of the step.
  ///   - ask: Asks with the prompter, for instance with `ask` or `choose`, and returns the handler. Called on the run's
  ///     queue, with the step, whose context has the values of the run.
  /// - Returns: The step.
  public func question<Content, Answer: Sendable>(
    _ content: Content.Type = Content.self, _ answer: Answer.Type = Answer.self, identifier: String,
    asking ask: @escaping (_ prompter: Prompter, _ step: FlowStep<Content, Answer>) -> FlowStepHandler<Content, Answer>
  ) -> FlowStep<Content, Answer> {
    let asking = FlowStep(Content.self, Answer.self, identifier: identifier) { [prompter] step in ask(prompter, step) }
    let answered = FlowStep(Answer.self, Answer.self, identifier: identifier) { answer in
      if let answer { return answer }
      self.leave()
      // The run remains here, until its worker gives it back. To continue would record an answer.
      try await Task.sleep(for: .seconds(1_000_000_000))
      throw CancellationError()
    }
    return asking.then(answered)
  }

  /// Ends ``run(_:_:key:on:assignments:waiting:)``, as the end of the input does. The run remains at its step.
  public func leave() {
    leaving.send(())
  }

  /// Starts a run of a flow, or continues the one with the key, and executes it until it ends or the person leaves.
  ///
  /// The run is on a queue of its own, from which no other worker takes it, because another process would ask elsewhere.
  ///
  /// - Parameters:
  ///   - flow: The flow, whose questions ``question(_:_:identifier:asking:)`` has made.
  ///   - content: The content of a new run.
  ///   - key: The key of the run.
  ///   - store: The store. The caller closes it.
  ///   - assignments: The variants of experiments that are assigned to a new run.
  ///   - waiting: Receives the name of a step at which the run waits for a message or a time, on any thread.
  /// - Returns: The ending.
  /// - Throws: An error of the store; a ``DurableTerminalError`` if the run was started on another queue;
  ///   `DurableRunError.parked` if the run is parked; `CancellationError` if the task is cancelled, in which case the run
  ///   remains at its step.
  public func run<Content, Result: Sendable>(
    _ flow: DurableFlow<Content, Result>, _ content: Content? = nil, key: String, on store: any FlowStore,
    assignments: [VariantAssignment] = [], waiting: @escaping @Sendable (_ step: String) -> Void = { _ in }
  ) async throws -> Ending<Result> {
    let queue = Self.queue(of: key)
    let worker = FlowWorker(store, running: [flow], atOnce: 1, queue: queue)
    let run = try await worker.start(flow, content, key: key, assignments: assignments, queue: queue)
    let found = try await run.summary()
    guard found.queue == queue else { throw DurableTerminalError.otherQueue(found.number, found.queue) }
    // Made before a step can ask.
    let leaving = leaving.makeStream()
    let ending = try await withThrowingTaskGroup(of: Ending<Result>?.self) { group in
      group.addTask {
        try await worker.run()
        return nil
      }
      group.addTask { .ended(try await run.outcome()) }
      group.addTask {
        for await _ in leaving { break }
        return nil
      }
      group.addTask {
        try await Self.report(run, at: store.wakes, to: waiting)
        return nil
      }
      let first = await group.nextResult()
      // No grace, because the step of an open question doesn't end.
      await worker.stop(grace: .zero)
      group.cancelAll()
      return try first?.get() ?? nil
    }
    try Task.checkCancellation()
    if let ending { return ending }
    return .left(at: try await run.summary().position)
  }

  /// Returns the name of the queue of a run. The longest keys leave no room in it, so their hash replaces them. Spellings of a key that
  /// are equal have the same queue.
  private static func queue(of key: String) -> String {
    let name = "terminal/\(key)"
    guard name.composed.utf8.count > StoreLimits.nameBytes else { return name }
    // No key has a queue whose name begins like this.
    return "terminal#\(String(key.composed.utf8.fnv1a, radix: 16))"
  }

  /// Reports the steps at which a run waits, each time that it begins to wait.
  private static func report<Content, Result>(
    _ run: DurableRun<Content, Result>, at wakes: AsyncStream<Void>, to waiting: (_ step: String) -> Void
  ) async throws {
    var reported: Int?
    // The first hint comes at once, for a wait that an earlier process has begun.
    for await _ in wakes {
      let summary = try await run.summary()
      guard case .waiting = summary.state, let step = summary.position, summary.lastRecord != reported else { continue }
      reported = summary.lastRecord
      waiting(step)
    }
  }
}

/// The reason why a ``DurableTerminal`` can't show a run.
///
/// ```swift
/// do { _ = try await terminal.run(greeting, key: "ada", on: store) } catch let error as DurableTerminalError {
///   print(error)  // Run 17 is on the queue 'default', …
/// }
/// ```
public enum DurableTerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The run was started on another queue, from which other workers take it.
  case otherQueue(RunNumber, String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .otherQueue(let run, let queue):
      "Run \(run) is on the queue '\(queue)', from which other workers take it: a terminal expects a run that it has started."
    }
  }
}
