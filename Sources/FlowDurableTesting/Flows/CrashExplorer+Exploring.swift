import FlowDurable
import FlowState
public import FlowStateTesting

extension CrashExplorer {
  /// Explores all crashes in the plain order of events, until one breaks a law.
  ///
  /// - Parameters:
  ///   - crashes: The maximum number of crashes in one trial.
  ///   - cuts: The places in the journal's writes at which a process crashes.
  ///   - limit: The maximum number of trials that are continued to the end, and of the ways through the flow. The ways whose
  ///     answers differ least from the first ones come first.
  ///   - furtherCuts: The places at which the processes after a crash crash; nil for the same.
  /// - Returns: A report of the coverage.
  /// - Throws: A ``CrashFailure`` with the crash that breaks a law, as simple as the explorer can make it.
  @discardableResult
  public func explore(
    crashes: Int = 1, cuts: CrashCuts = .everyByte, limit: Int = .max, furtherCuts: CrashCuts? = nil
  ) async throws -> CrashCoverage {
    requireUse(crashes > 0, "A CrashExplorer cannot explore \(crashes) crashes.")
    var coverage = CrashCoverage()
    var ways = CrashWays(of: self)
    var plains: [CrashTrial] = []
    while plains.count < max(limit, 1), let plain = try await ways.next() { plains.append(plain) }
    coverage.isComplete = try ways.finish()
    for plain in plains {
      coverage.ways += 1
      var search = CrashSearch(reference: CrashReference(plain), limit: limit, coverage: coverage)
      try await explore(plain, [cuts] + Array(repeating: furtherCuts ?? cuts, count: crashes - 1), &search)
      coverage = search.coverage
    }
    return coverage
  }

  /// Explores random orders of events in a process, each without a crash and with crashes at random points, until one
  /// breaks a law.
  ///
  /// The waiting turns of a process happen in another order: runs, the worker, the journal. Messages and commands
  /// arrive at any time. A process that has rested 100 times, or has reached half of the limit of starts, continues in
  /// the plain order, so that a message or a command that ends its runs comes. If the orders without a crash lead to
  /// several ends, the ends with a crash aren't compared with them; the other laws and the requirements still apply.
  ///
  /// - Parameters:
  ///   - seeds: The seeds. Each plays one order, in one of the ways through the flow. If there are more ways than seeds,
  ///     the ways whose answers differ most from the first ones are left out.
  ///   - crashes: The number of crashes of each order.
  /// - Returns: A report of the coverage.
  /// - Throws: A ``CrashFailure`` with the order and the crashes that break a law, shortened together.
  @discardableResult
  public func explore(seeds: some Sequence<UInt64>, crashes: Int = 1) async throws -> CrashCoverage {
    requireUse(crashes >= 0, "A CrashExplorer cannot explore \(crashes) crashes.")
    var coverage = CrashCoverage()
    var ways = CrashWays(of: self)
    var references: [CrashReference] = []
    for (index, seed) in seeds.enumerated() {
      if index == references.count, let plain = try await ways.next() {
        references.append(try await reference(to: plain))
        coverage.ways += 1
      }
      let place = index % references.count
      var random = SeededGenerator(seed: seed)
      let plain = references[place].plain
      var schedule = plain.schedule
      var trial = await play(schedule, seed: seed, like: plain)
      coverage.orders += 1
      try await check(trial, against: &references[place])
      for _ in 0..<crashes {
        guard let point = points(.everyByte).random(in: trial.calls, using: &random) else { break }
        schedule = schedule.crashing(at: point)
        trial = await play(schedule, seed: seed, like: plain)
        coverage.crashes += 1
        coverage.trials += 1
        try await check(trial, against: &references[place])
      }
    }
    coverage.isComplete = try ways.finish()
    return coverage
  }

  /// Replays a schedule.
  ///
  /// - Parameter schedule: The schedule of a ``CrashFailure``.
  /// - Returns: A report of the trial.
  /// - Throws: A ``CrashFailure`` if the schedule breaks a law, if one of its crashes doesn't happen, or if it names a message, a
  ///   command, or an answer that the setup doesn't have.
  @discardableResult
  public func replay(_ schedule: FlowSchedule) async throws -> CrashReport {
    let plain = await play(schedule.answers)
    var reference = schedule.hasOrder ? try await self.reference(to: plain) : CrashReference(plain)
    let trial = await play(schedule, like: plain)
    if let violation = await violation(of: trial, reference), try await isToBlame(trial, &reference) {
      throw CrashFailure(violation, schedule, trial.lines)
    }
    if let unknown = trial.unknownChoice { throw CrashFailure(unknown, schedule, trial.lines) }
    return trial.report
  }

  /// Replays a schedule from its text.
  ///
  /// - Parameter text: The line that a ``CrashFailure`` prints.
  /// - Returns: A report of the trial.
  /// - Throws: A `ScheduleTextError` if the text isn't a schedule; a ``CrashFailure`` if the schedule breaks a law, or no longer fits
  ///   the setup and its runs.
  @discardableResult
  public func replay(_ text: String) async throws -> CrashReport {
    try await replay(FlowSchedule(text))
  }

  // MARK: Searching

  /// The results of exploring one way.
  private struct CrashSearch {
    let reference: CrashReference
    let limit: Int
    var seen: Set<CrashRemains> = []
    var coverage: CrashCoverage
  }

  private func explore(_ trial: CrashTrial, _ cuts: [CrashCuts], _ search: inout CrashSearch) async throws {
    guard let cut = cuts.first else { return }
    var next: [CrashTrial] = []
    try await points(cut).visit(trial.calls) { point, disk, moment in
      let schedule = trial.schedule.crashing(at: point)
      search.coverage.crashes += 1
      let remains: CrashRemains
      do throws(StoreError) {
        remains = try self.remains(disk, moment, of: trial)
      } catch {
        throw await failure(schedule, against: search.reference, because: error)
      }
      guard search.seen.insert(remains).inserted else { return true }
      guard search.coverage.trials < search.limit else {
        search.coverage.isComplete = false
        return false
      }
      search.coverage.trials += 1
      let played = await play(schedule, like: search.reference.plain)
      if await violation(of: played, search.reference) != nil {
        throw await failure(schedule, against: search.reference)
      }
      if cuts.count > 1 { next.append(played) }
      return true
    }
    for trial in next { try await explore(trial, Array(cuts.dropFirst()), &search) }
  }

  // MARK: Judging

  private static let ordersOfReference: UInt64 = 10
  /// The number of orders that are played before a crash is blamed. If one order in 30 leads to another end, the chance
  /// that none of these does is one in 800.
  private static let ordersBeforeBlame: UInt64 = 200

  /// Plays random orders without a crash, to find out whether they all lead to the same end.
  private func reference(to plain: CrashTrial) async throws -> CrashReference {
    var reference = CrashReference(plain)
    try await extend(&reference, to: Self.ordersOfReference)
    return reference
  }

  /// Plays more random orders without a crash, unless one has led to another end.
  private func extend(_ reference: inout CrashReference, to count: UInt64) async throws {
    while !reference.dependsOnOrder, reference.orders < count {
      let trial = await play(
        reference.plain.schedule.answers, seed: reference.orders, like: reference.plain)
      if trial.violation != nil { throw await failure(trial.schedule, against: reference) }
      reference.orders += 1
      await note(trial, in: &reference)
    }
  }

  /// Records whether an order without a crash leads to another end.
  private func note(_ trial: CrashTrial, in reference: inout CrashReference) async {
    guard !reference.dependsOnOrder, trial.schedule.crashCount == 0 else { return }
    reference.dependsOnOrder = await trial.difference(from: reference.plain) != nil
  }

  private func check(_ trial: CrashTrial, against reference: inout CrashReference) async throws {
    await note(trial, in: &reference)
    guard await violation(of: trial, reference) != nil, try await isToBlame(trial, &reference) else { return }
    throw await failure(trial.schedule, against: reference)
  }

  /// Whether the crash of a trial that breaks a law is to blame. For another end, it is only after many orders without a crash
  /// didn't lead there.
  private func isToBlame(_ trial: CrashTrial, _ reference: inout CrashReference) async throws -> Bool {
    guard trial.violation == nil, trial.schedule.hasOrder else { return true }
    try await extend(&reference, to: Self.ordersBeforeBlame)
    return !reference.dependsOnOrder
  }

  private func violation(of trial: CrashTrial, _ reference: CrashReference) async -> CrashViolation? {
    if let violation = trial.violation { return violation }
    guard !reference.dependsOnOrder, trial.schedule.crashCount > 0,
      let difference = await trial.difference(from: reference.plain)
    else { return nil }
    // The order alone may lead there, too.
    for schedule in trial.schedule.ordersWithoutCrashes {
      if await play(schedule, like: reference.plain).difference(from: reference.plain) != nil { return nil }
    }
    return difference
  }

  /// Simplifies a schedule that breaks a law, as long as it breaks the same law.
  private func failure(
    _ schedule: FlowSchedule, against reference: CrashReference, because error: StoreError? = nil
  ) async -> any Error {
    var best = await play(schedule, like: reference.plain)
    guard let found = await violation(of: best, reference) else {
      let reason = error.map { "\($0)" } ?? "The flow isn't the same each time."
      return CrashFailure(
        CrashViolation(rule: .journal, sentence: "The crash breaks a law only sometimes. \(reason)"), schedule,
        best.lines)
    }
    var violation = found
    // A schedule with other answers is compared as in its replay, because the runs can end in another way without a crash.
    var references = [reference.plain.schedule.answers: reference]
    // Each trial without an end would use all the patience.
    var shrinker = ScheduleShrinker(schedule, trialLimit: found.rule == .endless ? 0 : 500)
    while let simpler = shrinker.next() {
      let answers = simpler.answers
      var own: CrashReference
      if let known = references[answers] { own = known } else { own = CrashReference(await play(answers)) }
      let trial = await play(simpler, like: own.plain)
      let other = trial.hasCrashed ? await self.violation(of: trial, own) : nil
      // Orders without a crash are played only for the law in question.
      let isSame = other.map { $0.rule == found.rule && $0.step == found.step } ?? false
      let isConfirmed = isSame ? try? await isToBlame(trial, &own) : false
      references[answers] = own
      guard let other, isConfirmed ?? false else { continue }
      shrinker.adopt()
      (best, violation) = (trial, other)
    }
    return CrashFailure(violation, shrinker.best, best.lines)
  }
}

/// The trial without a crash with which trials with crashes are compared.
struct CrashReference: Sendable {
  let plain: CrashTrial
  /// Whether orders without a crash lead to other ends.
  var dependsOnOrder = false
  /// The number of random orders that were played to find out.
  var orders: UInt64 = 0

  init(_ plain: CrashTrial) {
    self.plain = plain
  }
}
