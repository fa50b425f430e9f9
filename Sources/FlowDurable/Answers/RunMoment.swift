public import FlowJSON
public import FlowState

/// A run as one call of the store has read it, so that everything that a page shows of it fits together.
///
/// ```swift
/// let moment = try await run.moment(within: .seconds(3))
/// if case .page(let visit) = try await run.rest(at: moment) {
///   print(visit.step, visit.earlier.count, moment.summary.changed)
/// }
/// ```
public struct RunMoment: Sendable {
  /// The summary of the run.
  public let summary: RunSummary
  private let reading: Swift.Result<RunCourse, any Error>

  init(_ reading: RunReading, _ rules: RunCourse.Rules) {
    summary = reading.summary
    self.reading = Swift.Result { try RunCourse(reading.records, rules) }
  }

  /// Creates the moment of a run whose records can't be read.
  init(_ summary: RunSummary, failing error: any Error) {
    self.summary = summary
    reading = .failure(error)
  }

  /// The assignments with which the run was started. None if its records can't be read.
  public var assignments: [VariantAssignment] { (try? course.assignments) ?? [] }

  /// The course of the run. A run that is parked because its records can't be read has none.
  var course: RunCourse { get throws { try reading.get() } }

  /// Returns whether the run, which rests, has taken an answer to a visit. A command can have come before the answer. A parked run
  /// takes it when it is continued, unless the visit has passed.
  func takes(_ arrival: Int, at token: VisitToken) throws -> Bool {
    let course = try course
    if course.counted.contains(arrival) { return true }
    return course.parked != nil && (course.isOpen(token) || course.canGoBack && course.place(of: token) != nil)
  }
}

/// The moments of a run.
extension DurableRun {
  /// Reads the run.
  ///
  /// - Returns: The run as it is now.
  /// - Throws: ``StoreError/unknownRun(_:)`` and other errors of the store.
  public func moment() async throws -> RunMoment {
    var query = RunQuery(flows: [definition.identifier])
    query.numbers = [number]
    let reading: RunReading?
    do { reading = try await store.read(query) } catch {
      // The summary can say that the run is parked because of this.
      return RunMoment(try await summary(), failing: error)
    }
    guard let reading else { throw StoreError.unknownRun(number) }
    return RunMoment(reading, definition.rules)
  }

  /// Waits until the run rests, but not longer than a time limit, and reads it.
  ///
  /// - Parameters:
  ///   - known: A moment that counts if the run rested then; nil to read the run first.
  ///   - limit: The time to wait. If it is zero or less, the method doesn't wait.
  /// - Returns: The run when it rests, or after the time limit.
  /// - Throws: As ``rest(within:)``.
  public func moment(orRestAfter known: RunMoment? = nil, within limit: Duration) async throws -> RunMoment {
    let first: RunMoment
    if let known { first = known } else { first = try await moment() }
    guard !first.summary.isAtRest, limit > .zero else { return first }
    return try await nextRest(within: limit)
  }

  /// Waits until the run, which has something to do, rests, and reads it.
  ///
  /// - Parameters:
  ///   - limit: The time to wait.
  ///   - announcement: The announcement of the wait to the watch; nil if there is none.
  /// - Returns: The run when it rests, or after the time limit.
  /// - Throws: As ``rest(within:)``.
  func nextRest(within limit: Duration, announced announcement: Int? = nil) async throws -> RunMoment {
    let end = watch.clock.now + max(limit, .zero)
    var announcement = announcement
    while true {
      let left = end - watch.clock.now
      guard left > .zero else {
        if let announcement { await watch.withdraw(announcement, of: number) }
        return try await moment()
      }
      do {
        _ = try await watch.wait(
          for: number, until: .rest(besides: nil), within: left, announced: announcement.take())
      } catch is RunWatch.TimeLimitPassed {
        return try await moment()
      }
      let moment = try await moment()
      if moment.summary.isAtRest { return moment }
    }
  }

  /// Returns the place where the run was at a moment.
  ///
  /// - Parameter moment: The moment.
  /// - Returns: The place.
  /// - Throws: As ``rest(within:)``.
  public func rest(at moment: RunMoment) async throws -> RunRest<Result> {
    let summary = moment.summary
    switch summary.state {
    case .ended:
      if let ended = try? moment.course.ended { return .ended(try await outcome(of: ended)) }
      return .ended(try await outcome(after: summary))
    case .parked(let reason): return .parked(reason)
    case .ready, .held: return .works(step: summary.position)
    case .waiting(let due, let names):
      guard !names.isEmpty else { return .waits(step: summary.position, until: due) }
      let course = try moment.course
      // The run can have been woken in the meantime.
      guard let wait = course.wait, course.awaitsMessage else { return .works(step: course.position) }
      return .page(try openVisit(wait, in: course))
    }
  }

  /// Returns the answers that the run had at a moment, as ``answers()`` does.
  ///
  /// - Parameter moment: The moment.
  /// - Returns: The answers.
  /// - Throws: As ``answers()``.
  public func answers(at moment: RunMoment) throws -> [AnsweredVisit] { try answers(in: try moment.course) }

  /// Returns the answers past which the run had gone back at a moment, as ``proposals()`` does.
  ///
  /// - Parameter moment: The moment.
  /// - Returns: The answers.
  /// - Throws: As ``proposals()``.
  public func proposals(at moment: RunMoment) throws -> [String: ProposedAnswer] {
    try proposals(in: try moment.course)
  }

  /// Returns the draft of the latest answer that the run had taken with one. The run has it also after it has undone or forgotten the
  /// visit.
  ///
  /// - Parameter moment: The moment.
  /// - Returns: The draft; nil if no answer had one.
  /// - Throws: As ``answers()``.
  public func latestDraft(at moment: RunMoment) throws -> JSONValue? { try open(try moment.course.latestDraft) }
}

extension FlowWorker {
  /// Returns the run of a flow with a key, and reads it with the same call of the store.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - key: The key with which the run was started.
  /// - Returns: The run; nil if the store has no run of the flow with the key.
  /// - Throws: An error of the store.
  public func read<Content, Result>(
    _ flow: DurableFlow<Content, Result>, key: String
  ) async throws(StoreError) -> (run: DurableRun<Content, Result>, moment: RunMoment)? {
    let query = RunQuery(flows: [flow.identifier], key: key)
    let reading: RunReading?
    do { reading = try await store.read(query) } catch {
      guard let summary = try await store.runs(query, after: nil, limit: 1).first else { return nil }
      return (starter.run(flow, summary), RunMoment(summary, failing: error))
    }
    return reading.map { (starter.run(flow, $0.summary), RunMoment($0, flow.definition.rules)) }
  }
}
