import FlowChains
public import FlowDurable
public import FlowJSON
public import FlowState
public import FlowStateTesting

/// The stage on which a test sets up durable runs for a ``CrashExplorer``.
///
/// ```swift
/// let explorer = CrashExplorer { stage in
///   let bank = stage.outside { Bank() }  // survives crashes, as a server would
///   stage.answer("receipt", with: .result("r1"), .failure(Offline()))
///   stage.deliver(Shipped(tracking: "1Z"), key: "w1")
///   try stage.start(orderFlow(bank: bank), Order(id: "4711", cents: 990))
///   stage.require { report in report.effects(of: "charge").keys.count > 1 ? "Charged under two keys." : nil }
/// }
/// ```
///
/// The setup represents the program: the explorer calls it once for each process, so after a crash, the flow and its
/// captured objects are new. Each call must set up the same. Objects outside the process come from ``outside(_:)``.
public final class CrashStage: RunProbe {
  let state: Locked<CrashStageState>
  /// A check that records objects that must not outlive the runs.
  public let leaks = LeakCheck()
  let queue = CrashQueue()

  init(answers: [AnsweredVisit: String], known: [String: String], startLimit: Int) {
    state = Locked(CrashStageState(plannedAnswers: answers, knownAnswers: known, startLimit: startLimit))
  }

  // MARK: Setting up

  /// Sets the answers that visits of a step can receive in place of the step's work.
  ///
  /// The explorer tries each answer in the first three visits of a step. All attempts of a visit receive the same
  /// answer, as from a server that recognizes the visit's key. Steps without an answer do their own work.
  ///
  /// Later visits, and visits while the answers of other visits are tried, receive the first answer. The first answer
  /// must lead to the end: with one that goes back, the run would loop forever, which is a ``CrashFailure``.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step. If no step of this name is declared or has started in the ways without a
  ///     crash, the exploration throws a ``CrashFailure``.
  ///   - answers: The answers. Traps if there is none, or if one is `FlowAnswer.never`.
  public func answer(_ step: String, with answers: FlowAnswer...) {
    requireUse(!answers.isEmpty, "Step '\(step)' was set up without an answer; it needs at least one.")
    for answer in answers {
      if case .never = answer.act {
        trap("Step '\(step)' was set up without an end; a process waits for its steps until it crashes.")
      }
    }
    state.withLock { $0.answers[step] = answers }
  }

  /// Starts a run.
  ///
  /// Each process starts it with the same key, so only one such run exists.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - content: The content of the run.
  ///   - key: The key of the run; if nil, `run-1` for the first run, and so on.
  ///   - assignments: The variants of experiments that are assigned to the run.
  public func start<Content: Sendable, Result>(
    _ flow: DurableFlow<Content, Result>, _ content: Content? = nil, key: String? = nil,
    assignments: [VariantAssignment] = []
  ) {
    add(flow, key) { flow, worker, key in try await worker.start(flow, content, key: key, assignments: assignments) }
  }

  /// Starts a run without content.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - key: The key of the run; if nil, `run-1` for the first run, and so on.
  ///   - assignments: The variants of experiments that are assigned to the run.
  public func start<Result>(
    _ flow: DurableFlow<Any, Result>, key: String? = nil, assignments: [VariantAssignment] = []
  ) {
    add(flow, key) { flow, worker, key in try await worker.start(flow, key: key, assignments: assignments) }
  }

  private func add<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ key: String?,
    _ start:
      @escaping @Sendable (DurableFlow<Content, Result>, FlowWorker, String) async throws -> DurableRun<Content, Result>
  ) {
    let flow = flow.probed(script: self, watch: leaks)
    state.withLock { state in
      let key = key ?? "run-\(state.starts.count + 1)"
      // The variants of a flow can declare a step differently.
      for (name, steps) in Dictionary(grouping: flow.definition.chains.flatMap(\.steps), by: \.identifier) {
        let step = CrashStep(flow: flow.definition.identifier, step: name)
        if steps.allSatisfy(\.durability.isAtMostOnce) { state.stepsAtMostOnce.insert(step) }
        state.retries[step] = steps.map(\.retries).max()
      }
      state.starts.append(
        CrashStart(key: key, flow: flow) { worker in
          let run = try await start(flow, worker, key)
          return CrashRun(
            number: run.number, isNew: run.isNew, name: run.description,
            send: { message, key in try await run.send(message, key: key) }, submit: { try await run.submit($0) })
        })
    }
  }

  /// Sends a message to a run when the process is idle. Messages and commands are sent in the order of the calls.
  ///
  /// The sender repeats unacknowledged messages, with the same key.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - key: The key under which the message is delivered only once; if nil, the explorer creates one.
  ///   - run: The number of the run among those that the setup starts, from 1.
  public func deliver(_ message: any DurableMessage, key: String? = nil, to run: Int = 1) {
    act(on: run, "message \(type(of: message).name)", key) { run, _, key in try await run.send(message, key) }
  }

  /// Answers a visit of a step when the process is idle, as a person does from a page that shows it.
  ///
  /// An answer that comes too late has no effect, such as the second one to a visit, from another tab. The sender repeats an
  /// unacknowledged answer, and the explorer checks that no acknowledged one is lost.
  ///
  /// - Parameters:
  ///   - message: The answer.
  ///   - step: The name of the step.
  ///   - visit: The number of the visit among the visits of the step, from 1.
  ///   - isChange: Whether a visit that has passed is answered anew; see `DurableRun.answer(_:at:)`.
  ///   - keepsLater: Whether the answers to later visits are kept.
  ///   - run: The number of the run among those that the setup starts, from 1.
  public func submit(
    _ message: any DurableMessage, at step: String, visit: Int = 1, changing isChange: Bool = false,
    keepingLater keepsLater: Bool = false, in run: Int = 1
  ) {
    submit(
      CrashSubmission(
        name: type(of: message).name, body: { try StoredJSON.of(message) }, step: step, visit: visit,
        isChange: isChange, keepsLater: keepsLater), in: run)
  }

  /// Answers a visit of a step with a message as JSON, such as the answer to a form, whose message has the name of its step.
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: The message as JSON.
  ///   - step: The name of the step.
  ///   - visit: The number of the visit among the visits of the step, from 1.
  ///   - isChange: Whether a visit that has passed is answered anew; see `DurableRun.answer(_:at:)`.
  ///   - keepsLater: Whether the answers to later visits are kept.
  ///   - run: The number of the run among those that the setup starts, from 1.
  public func submit(
    _ name: String, _ body: JSONValue, at step: String, visit: Int = 1, changing isChange: Bool = false,
    keepingLater keepsLater: Bool = false, in run: Int = 1
  ) {
    submit(
      CrashSubmission(
        name: name, body: { body }, step: step, visit: visit, isChange: isChange, keepsLater: keepsLater), in: run)
  }

  private func submit(_ submission: CrashSubmission, in run: Int) {
    let verb = submission.isChange ? "change" : "answer"
    act(on: run, "\(verb) \(submission.step)#\(submission.visit)", nil) { run, _, _ in
      try await run.submit(submission)
    }
  }

  /// Takes a run back to a step when the process is idle.
  ///
  /// A step at work ends first. To send commands to a step at work, use random orders with
  /// ``CrashExplorer/explore(seeds:crashes:)``.
  ///
  /// - Parameters:
  ///   - step: The name of the step.
  ///   - run: The number of the run among those that the setup starts, from 1.
  public func goBack(to step: String, in run: Int = 1) {
    act(on: run, "back to \(step)", nil) { run, store, key in
      try await store.send(FlowMessage(.back(to: step), key: key), to: run.number)
    }
  }

  /// Cancels a run when the process is idle.
  ///
  /// A step at work ends first. To send commands to a step at work, use random orders with
  /// ``CrashExplorer/explore(seeds:crashes:)``.
  ///
  /// - Parameter run: The number of the run among those that the setup starts, from 1.
  public func cancel(_ run: Int = 1) {
    act(on: run, "cancel", nil) { run, store, key in
      try await store.send(FlowMessage(.cancel, key: key), to: run.number)
    }
  }

  /// Continues a run that is parked, has failed, or was cancelled, when the process is idle.
  ///
  /// - Parameter run: The number of the run among those that the setup starts, from 1.
  public func retry(_ run: Int = 1) {
    act(on: run, "retry", nil) { run, store, key in
      try await store.send(FlowMessage(.retry, key: key), to: run.number)
    }
  }

  private func act(
    on run: Int, _ name: String, _ key: String?,
    _ body: @escaping @Sendable (CrashRun, any FlowStore, String) async throws -> MessageDelivery
  ) {
    state.withLock { state in
      let key = key ?? "act-\(state.acts.count + 1)"
      state.acts.append(CrashAct(run: run - 1, name: name, key: key, perform: body))
    }
  }

  /// Returns an object outside the process, such as a fake server. All processes of a trial receive the same object.
  ///
  /// - Parameter make: Creates the object.
  /// - Returns: The object.
  public func outside<Value: Sendable>(_ make: () -> Value) -> Value {
    let (index, found) = state.withLock { state in
      defer { state.outsideCount += 1 }
      return (
        state.outsideCount, state.outside.indices.contains(state.outsideCount) ? state.outside[state.outsideCount] : nil
      )
    }
    if let found {
      guard let value = found as? Value else {
        trap(
          "A setup for the crash explorer calls outside(_:) in another order than in the first process.")
      }
      return value
    }
    let value = make()
    state.withLock { state in
      requireUse(index == state.outside.count, "A setup for the crash explorer calls outside(_:) inside outside(_:).")
      state.outside.append(value)
    }
    return value
  }

  /// Adds a requirement that must hold after the ends of the runs, with and without crashes.
  ///
  /// - Parameter invariant: A closure that returns a sentence that describes a violation; nil if there is none. If it
  ///   throws an error, the description of the error is the sentence.
  public func require(_ invariant: @escaping @Sendable (_ report: CrashReport) throws -> String?) {
    state.withLock { $0.requirements.append(invariant) }
  }

  /// Adds a line that a failure prints.
  ///
  /// - Parameter line: The line.
  public func note(_ line: String) {
    state.withLock { $0.lines.append(line) }
  }

  // MARK: Called by the engine

  /// Records the start of a step, and answers it. The engine calls this method.
  package func answer(toStartOf step: AnyFlowStep) -> StepAnswer? {
    guard let visit = step.declaredVisit else { return nil }
    let work = CrashWork(
      run: visit.run, step: step.identifier, visit: DurableVisit.key(of: visit), key: DurableVisit(step).key,
      attempt: visit.attempt, isUndo: false)
    let answer = state.withLock { state in
      state.begins(work, of: visit.step)
      return state.answer(to: work)?.stepAnswer
    }
    endIfEndless()
    return answer
  }

  /// Reports an answer of a wrong type as a violation, and returns its error. The engine calls this method.
  package func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error {
    let error = FlowAnswerError(result, inPlaceOf: expected, by: step)
    state.withLock { $0.violates(CrashViolation(rule: .setup, sentence: error.description)) }
    return error
  }

  /// Ends a process whose runs are endless.
  private func endIfEndless() {
    let end = state.withLock { $0.isEndless ? $0.endProcess : nil }
    end?()
  }

  /// Returns the queue of the runs. The worker calls this method.
  package func queueOfParts() -> (any FlowQueue)? { queue.makeLine() }

  /// Returns the executor of the worker. The worker calls this method.
  package func executorOfWorker() -> (any TaskExecutor)? { queue }

  /// Records the start of an undo. The worker calls this method.
  package func undoes(_ visit: DeclaredVisit) {
    let key = DurableVisit.key(of: visit) + "/undo"
    let work = CrashWork(
      run: visit.run, step: visit.step, visit: key, key: key, attempt: visit.attempt, isUndo: true)
    state.withLock { $0.begins(work, of: visit.step) }
    endIfEndless()
  }
}
