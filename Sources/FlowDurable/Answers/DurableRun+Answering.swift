import FlowChains
public import FlowJSON

/// A run that a person answers, page by page.
extension DurableRun {
  // MARK: Examining

  /// Waits until the run rests, but not longer than a time limit, and returns the place.
  ///
  /// ```swift
  /// if case .page(let visit) = try await run.rest(within: .seconds(3)) { print(visit.step) }
  /// ```
  ///
  /// Returns soon after the run rests, if a worker of this process executes it; otherwise within a twentieth of a second
  /// or the time that the store takes. Any process can ask.
  ///
  /// - Parameter limit: The time to wait on the worker's clock. If it is zero or less, the method doesn't wait.
  /// - Returns: The place; ``RunRest/works(step:)`` if the run is still at work.
  /// - Throws: ``StoreError/unknownRun(_:)`` and other errors of the store; `CancellationError` if the task is
  ///   cancelled; a ``DurableRunError/notDecoded(_:_:)`` if a value doesn't decode.
  public func rest(within limit: Duration = .seconds(3)) async throws -> RunRest<Result> {
    try await rest(at: try await moment(within: limit))
  }

  /// Returns the answers that the run has taken and not gone back past, oldest first, with one for each step: the latest.
  ///
  /// - Returns: The answers.
  /// - Throws: An error of the store; a ``DurableRunError/notDecoded(_:_:)`` if a value can't be opened.
  public func answers() async throws -> [AnsweredVisit] {
    try answers(in: try await course())
  }

  /// Returns the answers past which the run has gone back, and which it hasn't taken anew, by the names of their steps.
  ///
  /// - Returns: The answers.
  /// - Throws: An error of the store; a ``DurableRunError/notDecoded(_:_:)`` if a value can't be opened.
  public func proposals() async throws -> [String: ProposedAnswer] {
    try proposals(in: try await course())
  }

  /// Returns the values that the run keeps.
  ///
  /// - Returns: The values.
  /// - Throws: An error of the store.
  public func values() async throws -> RunValues {
    RunValues(try await course(), definition, seal)
  }

  // MARK: Answering

  /// Answers the visit with a token, and waits until the run rests again.
  ///
  /// ```swift
  /// do {
  ///   let next = try await run.answer(Delivery(name: "Ada"), at: token)
  ///   print(next)
  /// } catch DurableRunError.visitPassed {
  ///   print(try await run.rest())  // another tab was faster
  /// }
  /// ```
  ///
  /// The store takes the answer only if the run still waits at the visit; no other visit ever takes it. When the method
  /// returns, the store has the answer. If the step refuses it, the run rests at the same visit, with
  /// ``OpenVisit/refused``.
  ///
  /// - Parameters:
  ///   - message: The answer.
  ///   - token: The name of the visit.
  ///   - draft: What the person typed, to be shown when the run goes back to the step, or refuses the answer.
  ///   - isChanging: Whether a visit that has passed is answered anew: the run goes back to it, and undoes the visits since then. The
  ///     same answer again changes nothing.
  ///   - keepsLater: Whether the answers to the visits since then are kept: each step takes its earlier answer again, as
  ///     long as it accepts it, and the step isn't one that always asks.
  ///   - limit: The time to wait for the run to rest.
  /// - Returns: The place where the run rests; ``RunRest/works(step:)`` after the time limit.
  /// - Throws: ``DurableRunError/visitPassed(_:)`` if the run no longer waits at the visit, or, with `isChanging`, has
  ///   gone back past it; ``DurableRunError/finalStep(_:_:)`` if it would go back past a final step;
  ///   ``DurableRunError/unknownMessage(_:flow:known:)`` if the step awaits another message;
  ///   ``DurableRunError/unfitMessage(_:flow:place:)`` if the answer doesn't decode; ``DurableRunError/notStored(_:)`` if it
  ///   can't be encoded or sealed; ``StoreError/tooDeep(value:limit:)`` and other errors of the store.
  public func answer<Message: DurableMessage>(
    _ message: Message, at token: VisitToken, draft: JSONValue? = nil, changing isChanging: Bool = false,
    keepingLater keepsLater: Bool = false, within limit: Duration = .seconds(3)
  ) async throws -> RunRest<Result> {
    let body: JSONValue
    do { body = try ValueCoder.encode(message) } catch { throw DurableRunError.notStored(Message.name, error) }
    return try await answer(
      Message.name, body, at: token, draft: draft, changing: isChanging, keepingLater: keepsLater, within: limit)
  }

  /// Answers the visit with a token. The message is given by its name and its JSON.
  ///
  /// ```swift
  /// let next = try await run.answer("Delivery", ["name": "Ada"], at: token)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: The answer as JSON.
  ///   - token: The name of the visit.
  ///   - draft: What the person typed.
  ///   - isChanging: Whether a visit that has passed is answered anew.
  ///   - keepsLater: Whether the answers to the visits since then are kept.
  ///   - limit: The time to wait for the run to rest.
  /// - Returns: The place where the run rests.
  /// - Throws: As the method that takes a message.
  public func answer(
    _ name: String, _ body: JSONValue, at token: VisitToken, draft: JSONValue? = nil,
    changing isChanging: Bool = false, keepingLater keepsLater: Bool = false, within limit: Duration = .seconds(3)
  ) async throws -> RunRest<Result> {
    let moment = try await answered(
      name, body, at: token, draft: draft, changing: isChanging, keepingLater: keepsLater, within: limit)
    return try await rest(at: moment)
  }

  /// Answers the visit with a token, and returns the run as it is when it rests again.
  ///
  /// ```swift
  /// let before = try await run.moment()
  /// let after = try await run.answered("Delivery", ["name": "Ada"], at: token, from: before)
  /// print(try await run.rest(at: after))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: The answer as JSON.
  ///   - token: The name of the visit.
  ///   - draft: What the person typed.
  ///   - isChanging: Whether a visit that has passed is answered anew.
  ///   - keepsLater: Whether the answers to the visits since then are kept.
  ///   - limit: The time to wait for the run to rest.
  ///   - known: The run as the caller has read it; nil to read it first. If it has changed since, the store refuses the answer, and the
  ///     run is read again.
  /// - Returns: The run when it rests, or after the time limit.
  /// - Throws: As ``answer(_:at:draft:changing:keepingLater:within:)``.
  public func answered(
    _ name: String, _ body: JSONValue, at token: VisitToken, draft: JSONValue? = nil,
    changing isChanging: Bool = false, keepingLater keepsLater: Bool = false, within limit: Duration = .seconds(3),
    from known: RunMoment? = nil
  ) async throws -> RunMoment {
    let (_, moment) = try await submit(
      name, body, at: token, draft: draft, changing: isChanging, keepingLater: keepsLater, within: limit, from: known)
    return try await self.moment(orRestAfter: moment, within: limit)
  }

  /// Hands an answer in, and waits until the run rests again.
  ///
  /// - Returns: Whether the answer was new, and the run after it; an answer that repeats an earlier one is a duplicate, and waits for
  ///   nothing.
  /// - Throws: As ``answer(_:at:draft:changing:keepingLater:within:)``.
  package func submit(
    _ name: String, _ body: JSONValue, at token: VisitToken, draft: JSONValue? = nil, changing isChanging: Bool,
    keepingLater keepsLater: Bool, within limit: Duration, from known: RunMoment? = nil
  ) async throws -> (delivery: MessageDelivery, after: RunMoment?) {
    guard token.run == number else { throw DurableRunError.visitPassed(token) }
    // A record nests them deeper than the message.
    for (value, place) in [(body, "The answer"), (draft ?? .null, "The draft of the answer")] {
      let levels = RecordText.deepest - 20
      if RecordText.isDeep(value.utf8(.compact), than: levels) {
        throw StoreError.tooDeep(value: "\(place) at '\(token)'", limit: levels)
      }
    }
    let (value, sealedDraft): (JSONValue, JSONValue?)
    do {
      value = try seal.seal(body, name)
      sealedDraft = try draft.map { try seal.seal($0, PayloadSeal.draftName) }
    } catch { throw DurableRunError.notStored(name, error) }
    // Each iteration follows a change that another caller has made.
    var known = known
    for _ in 0..<Self.answerAttempts {
      let moment: RunMoment
      if let before = known.take() { moment = before } else { moment = try await self.moment() }
      let course = try moment.course
      let message: FlowMessage
      if course.isOpen(token) {
        let answer = VisitAnswer(token, restingAt: course.lastRecord, draft: sealedDraft)
        message = FlowMessage(.message(name: name, body: value), answering: answer)
      } else if let place = course.place(of: token) {
        // A double click, a reload, or a proxy's retry.
        guard try self.value(of: course.visits[place]) != body else { return (.duplicate, nil) }
        guard isChanging else { break }
        let steps = definition.checkedChain(for: course.assignments)?.steps
        if let final = steps?.finalStep(in: course.visits[place...]) { throw DurableRunError.finalStep(number, final) }
        message = FlowMessage(
          .change(VisitChange(token, message: name, value, draft: sealedDraft, keepsLater: keepsLater)))
      } else {
        if try open(course.answerOnTheWay(to: token)) == body { return (.duplicate, nil) }
        break
      }
      try requireAwaited(name, body, at: token, in: course)
      // A worker of this process can leave the run before the wait begins.
      let wait = await watch.announce(waitFor: number)
      switch try await delivery(of: message, before: wait) {
      case .delivered(let arrival):
        let after = try await nextRest(within: limit, announced: wait)
        if after.summary.isAtRest, try !after.takes(arrival, at: token) { break }
        return (.delivered(arrival), after)
      case .posted: return (.posted, nil)
      case .tooLate:
        let now = try await self.moment(within: limit)
        guard now.summary.isAtRest else { break }
        known = now
        continue
      case .duplicate: break
      }
      break
    }
    throw DurableRunError.visitPassed(token)
  }

  /// Restarts the time limit of the wait at which the run rests: `within:` of the step counts from now. Does nothing if
  /// the run doesn't wait for a message, or without a limit.
  ///
  /// Each call wakes a worker, so call it when a good part of the time has passed, not with each page.
  ///
  /// - Throws: ``StoreError/runEnded(_:)`` and other errors of the store.
  public func touch() async throws(StoreError) {
    _ = try await store.send(FlowMessage(.touch), to: number)
  }

  // MARK: Private

  private static var answerAttempts: Int { 10 }

  /// Sends a message. If the store doesn't take it, withdraws the announcement of the wait that would have followed.
  private func delivery(of message: FlowMessage, before announcement: Int) async throws(StoreError) -> MessageDelivery {
    do throws(StoreError) {
      let delivery = try await store.send(message, to: number)
      if case .delivered = delivery { return delivery }
      await watch.withdraw(announcement, of: number)
      return delivery
    } catch {
      await watch.withdraw(announcement, of: number)
      throw error
    }
  }

  func openVisit(_ wait: FlowRecord.Waiting, in course: RunCourse) throws -> OpenVisit {
    let visit = course.visit(at: wait.step)
    let step = definition.checkedChain(for: course.assignments)?.steps.step(at: wait.step)
    let names = [visit.name, wait.step] + (step?.durability.formerNames ?? [])
    let proposal = names.lazy.compactMap { course.proposals[$0] }.first
    do {
      return OpenVisit(
        token: VisitToken(run: number, step: visit.name, number: visit.number), step: step?.identifier ?? wait.step,
        // A step that was renamed since awaits its answer under another name.
        awaits: step.map { Array($0.awaitedNames.prefix(1)) } ?? wait.names,
        expires: [wait.due, course.deadline].compactMap { $0 }.min(), runExpires: course.deadline,
        earlier: try answers(in: course),
        refused: try course.refusal.map { try RefusedAnswer($0, seal) },
        proposal: try proposal.map { try proposed($0) })
    } catch {
      throw DurableRunError.notDecoded(number, "\(error)")
    }
  }

  func answers(in course: RunCourse) throws -> [AnsweredVisit] {
    let steps = definition.checkedChain(for: course.assignments)?.steps
    var answers: [AnsweredVisit] = []
    for (place, visit) in course.visits.enumerated() where visit.isPlace {
      guard let answer = visit.answer, let value = try value(of: visit) else { continue }
      let step = steps?.step(at: visit.step)?.identifier ?? visit.step
      let canChange = course.canGoBack && steps?.finalStep(in: course.visits[place...]) == nil
      answers.removeAll { $0.step == step }
      answers.append(
        AnsweredVisit(
          token: VisitToken(run: number, step: visit.step, number: visit.number), step: step, value: value,
          draft: try open(answer.draft), canChange: canChange))
    }
    return answers
  }

  func proposals(in course: RunCourse) throws -> [String: ProposedAnswer] {
    try course.proposals.mapValues { try proposed($0) }
  }

  private func value(of visit: RunCourse.Visit) throws -> JSONValue? {
    guard case .result(let value?, _) = visit.left else { return nil }
    do { return try seal.open(value, visit.step) } catch { throw DurableRunError.notDecoded(number, "\(error)") }
  }

  private func proposed(_ proposal: RunCourse.Proposal) throws -> ProposedAnswer {
    do {
      return ProposedAnswer(value: try seal.open(proposal.value, proposal.name), draft: try open(proposal.draft))
    } catch {
      throw DurableRunError.notDecoded(number, "\(error)")
    }
  }

  private func open(_ proposal: RunCourse.Proposal?) throws -> JSONValue? {
    try proposal.map { try seal.open($0.value, $0.name) }
  }

  func open(_ draft: JSONValue?) throws -> JSONValue? {
    do { return try draft.map { try seal.open($0, PayloadSeal.draftName) } } catch {
      throw DurableRunError.notDecoded(number, "\(error)")
    }
  }

  /// Throws if the step of a visit awaits another message.
  private func requireAwaited(_ name: String, _ body: JSONValue, at token: VisitToken, in course: RunCourse) throws {
    // A step that this definition doesn't have belongs to another version of the flow.
    guard let step = definition.checkedChain(for: course.assignments)?.steps.step(at: token.step) else { return }
    let flow = definition.identifier
    let known = step.awaitedNames
    guard known.contains(name) else { throw DurableRunError.unknownMessage(name, flow: flow, known: known) }
    do { _ = try ValueCoder(step.result).decode(body) } catch {
      throw DurableRunError.unfitMessage(name, flow: flow, place: error.place)
    }
  }
}

extension DurableRun where Result: Sendable {
  /// The places where the run rests, as it reaches them. The stream ends with the end of the run.
  ///
  /// ```swift
  /// for try await rest in try await worker.start(order).rests { print(rest) }
  /// ```
  ///
  /// A place that the run leaves at once can be missing. Each stream asks the store on its own behalf, together with all other waits
  /// of the worker, once a second or when a worker of this process has worked for a run.
  public var rests: AsyncThrowingStream<RunRest<Result>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          var record: Int?
          while true {
            _ = try await watch.wait(for: number, until: .rest(besides: record))
            let moment = try await moment()
            guard moment.summary.isAtRest, moment.summary.lastRecord != record else { continue }
            record = moment.summary.lastRecord
            continuation.yield(try await rest(at: moment))
            if case .ended = moment.summary.state { return continuation.finish() }
          }
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
