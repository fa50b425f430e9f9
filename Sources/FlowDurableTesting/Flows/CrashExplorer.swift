public import FlowDurable
import FlowState
import FlowStateTesting

/// Finds crashes that change the outcome of a durable run.
///
/// An explorer runs flows on a `FileStore` over a simulated disk. It ends the process at every place in the journal,
/// from its first byte to its last, with every combination of unsynced parts lost. Then a new process continues. In the
/// end, the runs must be as without a crash.
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
/// - Acknowledged changes are kept: starts, messages, and each step before one that has started (D1).
/// - Each visit settles once, and all its attempts have the same key (D2).
/// - The same work starts as without a crash, so no effect happens under two keys. The same applies to undos (D2, D9).
/// - A visit has at most one attempt more than there were crashes, and work that may start only once starts at most
///   once.
/// - The run ends in the same way, by the same course. If it doesn't, it has state that it doesn't keep, and the
///   finding names the step after which the state was lost.
/// - After a crash, the journal can be opened, the runs end, and then none of their objects is alive.
/// - The requirements of the setup hold.
///
/// Crashes that leave the same journal after the same work have the same future. The explorer opens the journal after
/// each of them, and continues after one of them.
///
/// With seeds, an explorer also plays random orders of the events in a process, each with a crash:
///
/// ```swift
/// try await explorer.explore(seeds: 0..<200)
/// ```
///
/// If work that may start only once was interrupted, its run may end in another way, so the explorer doesn't compare
/// the end of this run. Nor does it compare others, if the setup has objects outside that they may share with it.
public struct CrashExplorer: Sendable {
  private let safety: JournalSafety
  private let bound: Int
  private let patience: CrashPatience
  private let startLimit: Int
  private let setUp: @Sendable (CrashStage) throws -> Void

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - safety: The failures that the journal survives. With `process`, the disk loses no written bytes.
  ///   - combined: The maximum number of unsynced sectors, sizes, and names of which each combination is lost. If there
  ///     are more, each one alone, all but each one, and all from each one on are lost.
  ///   - patience: The time, in real time, after which an idle process is considered unable to end its runs. It detects
  ///     a step that never ends.
  ///   - startLimit: The number of starts of steps and undos in one process from which its runs are considered endless.
  ///   - setUp: A closure that sets up runs on a stage. The explorer calls it once for each process.
  public init(
    surviving safety: JournalSafety = .power, losingEachOf combined: Int = 3, patience: Duration = .seconds(60),
    startLimit: Int = 1_000, _ setUp: @escaping @Sendable (_ stage: CrashStage) throws -> Void
  ) {
    requireUse(
      (0...12).contains(combined), "A CrashExplorer can lose combinations of 0 to 12 parts, not of \(combined).")
    self.safety = safety
    requireUse(patience > .zero, "A CrashExplorer cannot wait for \(patience); its patience must be greater than zero.")
    requireUse(startLimit > 0, "A CrashExplorer cannot play \(startLimit) starts; it must play at least one.")
    bound = combined
    self.startLimit = startLimit
    self.patience = CrashPatience(limit: patience)
    self.setUp = setUp
  }

  /// Plays a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - seed: Picks the order; nil for the order of the schedule.
  ///   - plain: The trial without a crash, whose visits receive the same answers.
  /// - Returns: The trial.
  func play(_ schedule: FlowSchedule, seed: UInt64? = nil, like plain: CrashTrial? = nil) async -> CrashTrial {
    await CrashTrial(
      schedule, seed: seed, like: plain, surviving: safety, patience: patience, startLimit: startLimit, setUp)
  }

  /// Returns the points at which the last process of a trial can crash.
  func points(_ cuts: CrashCuts) -> CrashPoints {
    CrashPoints(cuts: cuts, safety: safety, bound: bound)
  }

  /// Returns the remains of a crash.
  ///
  /// - Throws: The error of the store that can't open it.
  func remains(_ disk: DiskState, _ moment: CrashMoment, of trial: CrashTrial) throws(StoreError) -> CrashRemains {
    try CrashRemains(disk, moment, of: trial, surviving: safety)
  }
}
