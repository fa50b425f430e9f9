public import FlowDurable
import FlowState

/// Finds crashes after which a durable run isn't what it would be without them.
///
/// An explorer runs flows on a `FileStore` over a simulated disk. It ends the process at every end of the journal, from its first
/// to its last byte, with what the disk wasn't told to keep lost in all combinations; then a new process goes on. In the end, the
/// runs must be as without a crash.
///
/// ```swift
/// let explorer = CrashExplorer { stage in
///   stage.answer("charge", with: .result(Payment(id: "p1")), .failure(Declined()))
///   stage.deliver(Shipped(tracking: "1Z"), key: "w1")
///   try stage.start(orderFlow(), Order(id: "4711", cents: 990))
///   stage.require { report in report.effects(of: "charge").keys.count > 1 ? "Charged under two keys." : nil }
/// }
/// try await explorer.explore(crashes: 2, cuts: .everyByte)
/// ```
///
/// The explorer checks that:
///
/// - What a process was told is kept: starts, messages, and each step before one that has started (D1).
/// - Each visit settles once, and all its attempts have the same key (D2).
/// - The same work starts as without a crash, so no effect happens under two keys; undos, too (D2, D9).
/// - A visit has at most one attempt more than there were crashes, and work that may start only once starts at most once.
/// - The run comes to the same end in the same course. If it doesn't, it has state that it doesn't keep, and the finding names the
///   step after which.
/// - What a crash leaves can be opened, the runs come to an end, and nothing of them is alive.
/// - The requirements of the setup hold.
///
/// Crashes that leave the same journal after the same work have the same future. The explorer opens what each has left, and plays
/// on after one of them.
///
/// A run in which work that may start only once was interrupted may end in another way; the explorer doesn't compare its end.
public struct CrashExplorer: Sendable {
  private let durability: Durability
  private let bound: Int
  private let setUp: @Sendable (CrashStage) throws -> Void

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - durability: What the journal survives. With `process`, the disk loses nothing that was written.
  ///   - combined: The number of unsynced sectors, sizes and names up to which each combination is lost. If there are more, each
  ///     alone is lost, all but each, and all from each on.
  ///   - setUp: A closure that sets up runs on a stage. The explorer calls it once for each process.
  public init(
    surviving durability: Durability = .power, losingEachOf combined: Int = 3,
    _ setUp: @escaping @Sendable (_ stage: CrashStage) throws -> Void
  ) {
    requireUse(
      (0...12).contains(combined), "A CrashExplorer can lose combinations of 0 to 12 parts, not of \(combined).")
    self.durability = durability
    bound = combined
    self.setUp = setUp
  }

  /// Plays all crashes, until one breaks a law.
  ///
  /// - Parameters:
  ///   - crashes: The number of crashes in one trial at most.
  ///   - cuts: The ends of the journal at which a process crashes.
  ///   - limit: The number of trials that are played to the end at most.
  ///   - furtherCuts: The ends at which the processes after a crash crash; if nil, the same.
  /// - Returns: A report of the coverage.
  /// - Throws: A ``CrashFailure`` with the crash that breaks a law, as simple as the explorer can make it.
  @discardableResult
  public func explore(
    crashes: Int = 1, cuts: CrashCuts = .everyByte, limit: Int = .max, furtherCuts: CrashCuts? = nil
  ) async throws -> CrashCoverage {
    requireUse(crashes > 0, "A CrashExplorer cannot explore \(crashes) crashes.")
    var coverage = CrashCoverage()
    var ways: [[Int]] = [[]]
    while let way = ways.popLast() {
      let plain = await play(CrashPlan(answers: way))
      if let violation = plain.violation { throw CrashFailure(violation, plain.plan, plain.lines) }
      coverage.ways += 1
      for index in way.count..<max(way.count, plain.choices.count) {
        for other in 1..<plain.choices[index].of { ways.append(plain.choices[..<index].map(\.picked) + [other]) }
      }
      var search = CrashSearch(plain: plain, limit: limit, coverage: coverage)
      try await explore(plain, crashes, [cuts] + Array(repeating: furtherCuts ?? cuts, count: crashes - 1), &search)
      coverage = search.coverage
    }
    return coverage
  }

  /// What an exploration of one way has seen.
  private struct CrashSearch {
    let plain: CrashTrial
    let limit: Int
    var seen: Set<CrashRemains> = []
    var coverage: CrashCoverage
  }

  private func explore(
    _ trial: CrashTrial, _ crashes: Int, _ cuts: [CrashCuts], _ search: inout CrashSearch
  ) async throws {
    guard let cut = cuts.first else { return }
    var next: [CrashTrial] = []
    try await CrashPoints(cuts: cut, durability: durability, bound: bound).visit(trial.calls) { point, disk, moment in
      var plan = trial.plan
      plan.crashes.append(point)
      search.coverage.crashes += 1
      let remains: CrashRemains
      do throws(StoreError) {
        remains = try CrashRemains(disk, moment, of: trial, surviving: durability)
      } catch {
        throw await failure(plan, of: search.plain, because: error)
      }
      guard search.seen.insert(remains).inserted else { return true }
      guard search.coverage.trials < search.limit else {
        search.coverage.isComplete = false
        return false
      }
      search.coverage.trials += 1
      let played = await play(plan)
      if await violation(of: played, search.plain) != nil { throw await failure(plan, of: search.plain) }
      if cuts.count > 1 { next.append(played) }
      return true
    }
    for trial in next { try await explore(trial, crashes, Array(cuts.dropFirst()), &search) }
  }

  private func play(_ plan: CrashPlan) async -> CrashTrial {
    await CrashTrial(plan, surviving: durability, setUp)
  }

  private func violation(of trial: CrashTrial, _ plain: CrashTrial) async -> CrashViolation? {
    if let violation = trial.violation { return violation }
    return await trial.difference(from: plain)
  }

  /// Makes a plan that breaks a law simpler, as long as it breaks the same one.
  private func failure(
    _ plan: CrashPlan, of plain: CrashTrial, because error: StoreError? = nil
  ) async -> any Error {
    var best = await play(plan)
    guard let found = await violation(of: best, plain) else {
      let reason = error.map { "\($0)" } ?? "The flow isn't the same each time."
      return CrashFailure(
        CrashViolation(rule: .journal, sentence: "The crash breaks a law only sometimes. \(reason)"), plan, best.lines)
    }
    var violation = found
    var isSimpler = true
    while isSimpler {
      isSimpler = false
      for simpler in best.plan.simpler {
        let trial = await play(simpler)
        guard trial.hasCrashed, let other = await self.violation(of: trial, plain), other.rule == found.rule,
          other.step == found.step
        else { continue }
        (best, violation, isSimpler) = (trial, other, true)
        break
      }
    }
    return CrashFailure(violation, best.plan, best.lines)
  }

  /// Plays a crash again.
  ///
  /// - Parameter text: The line that a ``CrashFailure`` prints.
  /// - Returns: What has happened.
  /// - Throws: A ``CrashTextError`` if the text isn't such a line; a ``CrashFailure`` if the crash breaks a law.
  @discardableResult
  public func replay(_ text: String) async throws -> CrashReport {
    let plan = try CrashPlan(text)
    let plain = await play(CrashPlan(answers: plan.answers))
    let trial = await play(plan)
    if let violation = await violation(of: trial, plain) { throw CrashFailure(violation, plan, trial.lines) }
    return trial.report
  }
}

extension CrashPlan {
  /// The plans that are simpler than this one in one place, the simplest first.
  fileprivate var simpler: [CrashPlan] {
    var plans: [CrashPlan] = []
    if crashes.count > 1 {
      for index in crashes.indices { plans.append(changing { $0.crashes.remove(at: index) }) }
    }
    for (index, crash) in crashes.enumerated() {
      for lost in crash.lost.indices { plans.append(changing { $0.crashes[index].lost.remove(at: lost) }) }
      if let bytes = crash.bytes, bytes > 0 {
        plans.append(changing { $0.crashes[index].bytes = 0 })
        plans.append(changing { $0.crashes[index].bytes = nil })
      }
    }
    for (index, answer) in answers.enumerated() where answer > 0 { plans.append(changing { $0.answers[index] = 0 }) }
    return plans
  }

  private func changing(_ body: (inout CrashPlan) -> Void) -> CrashPlan {
    var plan = self
    body(&plan)
    return plan
  }
}
