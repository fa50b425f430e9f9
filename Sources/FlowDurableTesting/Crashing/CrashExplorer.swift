public import FlowDurable
import FlowState
import FlowStateTesting

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
/// With seeds, an explorer also plays random orders of what happens in a process, with a crash in each:
///
/// ```swift
/// try await explorer.explore(seeds: 0..<200)
/// ```
///
/// A run in which work that may start only once was interrupted may end in another way; the explorer doesn't compare its end.
public struct CrashExplorer: Sendable {
  private let safety: JournalSafety
  private let bound: Int
  private let patience: CrashPatience
  private let startLimit: Int
  private let setUp: @Sendable (CrashStage) throws -> Void

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - safety: What the journal survives. With `process`, the disk loses nothing that was written.
  ///   - combined: The number of unsynced sectors, sizes and names up to which each combination is lost. If there are more, each
  ///     alone is lost, all but each, and all from each on.
  ///   - patience: How long a process may have nothing to do before its runs have come to an end, in real time. A step that never ends
  ///     is found by it.
  ///   - startLimit: The number of starts of steps and of undos in one process at which its runs count as such that go round forever.
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
  ///   - seed: Picks the order; nil for that of the schedule.
  /// - Returns: What has happened.
  func play(_ schedule: FlowSchedule, seed: UInt64? = nil) async -> CrashTrial {
    await CrashTrial(schedule, seed: seed, surviving: safety, patience: patience, startLimit: startLimit, setUp)
  }

  /// The points at which the last process of a trial can crash.
  func points(_ cuts: CrashCuts) -> CrashPoints {
    CrashPoints(cuts: cuts, safety: safety, bound: bound)
  }

  /// Returns what a crash leaves.
  ///
  /// - Throws: The error of the store that can't open it.
  func remains(_ disk: CrashDiskState, _ moment: CrashMoment, of trial: CrashTrial) throws(StoreError) -> CrashRemains {
    try CrashRemains(disk, moment, of: trial, surviving: safety)
  }
}
