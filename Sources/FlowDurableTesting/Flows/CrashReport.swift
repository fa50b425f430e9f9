/// A report of a trial of a ``CrashExplorer``, for all its processes.
///
/// ```swift
/// let report = try await explorer.replay("crash before 12")
/// print(report.outcomes, report.effects(of: "charge").keys)
/// ```
public struct CrashReport: Sendable {
  /// The starts of a step's work.
  public struct Effects: Sendable, Hashable {
    /// The keys of the visits whose work has started, without repetition; see `DurableVisit.key`.
    public let keys: [String]
    /// The number of starts, including repetitions after crashes.
    public let starts: Int
    /// The keys of the visits whose undo has started, without repetition.
    public let undoneKeys: [String]
  }

  /// The number of crashes that have happened.
  public let crashes: Int
  /// The outcome of each run, in the order of the starts: `completes with "p1"`, `is cancelled`.
  public let outcomes: [String]
  /// The starts, messages, commands, and notes, in order.
  public let lines: [String]
  let works: [CrashWork]

  /// Returns the starts of a step's work in all processes and all runs.
  ///
  /// - Parameter step: The identifier of the step.
  /// - Returns: The starts.
  public func effects(of step: String) -> Effects {
    let all = works.filter { $0.step == step }
    let keys = all.filter { !$0.isUndo }.map(\.key)
    return Effects(keys: keys.unique, starts: keys.count, undoneKeys: all.filter(\.isUndo).map(\.key).unique)
  }
}

extension [String] {
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
