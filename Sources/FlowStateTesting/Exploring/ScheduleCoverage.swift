/// A report of an exploration's coverage.
///
/// ```swift
/// print(try explorer.explore(deviations: 2))
/// // 1,086 schedules: all with at most 2 deviations. Never started: Refund. Never taken: menu –help→.
/// ```
public struct ScheduleCoverage: Sendable, Equatable, CustomStringConvertible {
  /// The number of schedules that were played.
  public let scheduleCount: Int
  /// A Boolean value that indicates whether every possible schedule of the setup was played.
  ///
  /// It is false if seeds or a limit chose the schedules, or if schedules can have more deviations than the exploration
  /// allowed. If the runs use several queues, a real run can also execute closures of two queues at the same time,
  /// which no schedule plays.
  public let isExhaustive: Bool
  /// The steps that the setup answers but that no schedule has created, sorted.
  ///
  /// A schedule that wasn't played may create them. If every schedule was played, or if a name looks like a misspelt one,
  /// the exploration throws a failure of the rule ``ScheduleFailure/Rule/unknownStep`` instead.
  public let stepsNotMade: [String]
  /// The steps that were created but that no schedule has started, sorted.
  public let stepsNotReached: [String]
  /// The labeled routes of chains that no schedule has taken, as text, in the order of the chain: `menu –help→`.
  public let routesNotTaken: [String]
  /// The number of queues that the runs use.
  let queueCount: Int
  /// The maximum number of deviations, if all schedules up to this number were played.
  let deviations: Int?

  /// The report as one line.
  public var description: String {
    let count = scheduleCount == 1 ? "1 schedule" : "\(scheduleCount) schedules"
    let bound =
      deviations.map { $0 == 1 ? ", all with at most 1 deviation" : ", all with at most \($0) deviations" } ?? ""
    let all = queueCount > 1 ? ", which are all but those in which closures of two queues overlap" : ", which are all"
    var text = count + (isExhaustive ? all : bound) + "."
    if !stepsNotMade.isEmpty { text += " Never made: \(stepsNotMade.joined(separator: ", "))." }
    if !stepsNotReached.isEmpty { text += " Never started: \(stepsNotReached.joined(separator: ", "))." }
    if !routesNotTaken.isEmpty { text += " Never taken: \(routesNotTaken.joined(separator: ", "))." }
    return text
  }
}
