import FlowDurable
import FlowState
public import FlowStateTesting

extension CrashExplorer {
  /// Explores all crashes in the plain order of events, until one breaks a law.
  ///
  /// - Parameters:
  ///   - crashes: The maximum number of crashes in one trial.
  ///   - cuts: The places in the journal's writes at which a process crashes.
  ///   - limit: The maximum number of trials that are continued to the end.
  ///   - furtherCuts: The places at which the processes after a crash crash; nil for the same.
  /// - Returns: A report of the coverage.
  /// - Throws: A ``CrashFailure`` with the crash that breaks a law, as simple as the explorer can make it.
  @discardableResult
  public func explore(
    crashes: Int = 1, cuts: CrashCuts = .everyByte, limit: Int = .max, furtherCuts: CrashCuts? = nil
  ) async throws -> CrashCoverage {
    requireUse(crashes > 0, "A CrashExplorer cannot explore \(crashes) crashes.")
    var coverage = CrashCoverage()
    for plain in try await ways() {
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
  /// arrive at any time. If the orders without a crash lead to several ends, the ends with a crash aren't compared with
  /// them; the other laws and the requirements still apply.
  ///
  /// - Parameters:
  ///   - seeds: The seeds. Each plays one order.
  ///   - crashes: The number of crashes of each order.
  /// - Returns: A report of the coverage.
  /// - Throws: A ``CrashFailure`` with the order and the crashes that break a law, shortened together.
  @discardableResult
  public func explore(seeds: some Sequence<UInt64>, crashes: Int = 1) async throws -> CrashCoverage {
    requireUse(crashes >= 0, "A CrashExplorer cannot explore \(crashes) crashes.")
    var coverage = CrashCoverage()
    var references: [CrashReference] = []
    for plain in try await ways() { references.append(try await reference(to: plain)) }
    coverage.ways = references.count
    for (index, seed) in seeds.enumerated() {
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
    return coverage
  }

  /// Replays a schedule.
  ///
  /// - Parameter schedule: The schedule of a ``CrashFailure``.
  /// - Returns: A report of the trial.
  /// - Throws: A ``CrashFailure`` if the schedule breaks a law.
  @discardableResult
  public func replay(_ schedule: FlowSchedule) async throws -> CrashReport {
    let plain = await play(schedule.answers)
    var reference = schedule.hasOrder ? try await self.reference(to: plain) : CrashReference(plain)
    let trial = await play(schedule, like: plain)
    if let violation = try await doubted(trial, &reference) { throw CrashFailure(violation, schedule, trial.lines) }
    return trial.report
  }

  /// Replays a schedule from its text.
  ///
  /// - Parameter text: The line that a ``CrashFailure`` prints.
  /// - Returns: A report of the trial.
  /// - Throws: A `ScheduleTextError` if the text isn't a schedule; a ``CrashFailure`` if the schedule breaks a law.
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

  /// The number of visits of a step whose answers are varied. In a flow with a loop, the number of visits has no limit.
  private static let variedVisits = 3

  /// Plays each combination of the answers without a crash, and checks that each answer belongs to a step.
  private func ways() async throws -> [CrashTrial] {
    var ways: [CrashTrial] = []
    var names = CrashAnswerNames()
    // The answers to give, with the number of those that other ways have already varied.
    var waiting: [(answers: FlowSchedule, given: Int)] = [(FlowSchedule(), 0)]
    while let (answers, given) = waiting.popLast() {
      let plain = await play(answers)
      names.add(plain.names)
      if let violation = plain.violation {
        throw CrashFailure(violation.adding(names.complaint), plain.schedule, plain.lines)
      }
      ways.append(plain)
      for (index, answer) in plain.answers.enumerated().dropFirst(given)
      where answer.visit.occurrence <= Self.variedVisits {
        let earlier = plain.answers[..<index].filter { $0.picked > 0 }.map(\.choice)
        waiting += answer.others.map { (FlowSchedule(earlier + [$0]), index + 1) }
      }
    }
    // Check this after all ways, because an undeclared step may start in only one of them.
    if let complaint = names.complaint {
      throw CrashFailure(CrashViolation(rule: .setup, sentence: complaint), FlowSchedule(), [])
    }
    return ways
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
    guard try await doubted(trial, &reference) != nil else { return }
    throw await failure(trial.schedule, against: reference)
  }

  /// Returns the law that a trial breaks. A crash is blamed for another end only after many orders without a crash
  /// didn't lead there.
  private func doubted(_ trial: CrashTrial, _ reference: inout CrashReference) async throws -> CrashViolation? {
    guard let found = await violation(of: trial, reference) else { return nil }
    guard trial.violation == nil, trial.schedule.hasOrder else { return found }
    try await extend(&reference, to: Self.ordersBeforeBlame)
    return reference.dependsOnOrder ? nil : found
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
    // Each trial without an end would use all the patience.
    var shrinker = ScheduleShrinker(schedule, trialLimit: found.rule == .endless ? 0 : 500)
    while let simpler = shrinker.next() {
      let trial = await play(simpler, like: reference.plain)
      guard trial.hasCrashed, let other = await self.violation(of: trial, reference), other.rule == found.rule,
        other.step == found.step
      else { continue }
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
