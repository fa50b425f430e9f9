/// Finds orders of events that break a flow.
///
/// An explorer plays runs repeatedly, each time with another order of the events that they wait for. If an order breaks
/// an invariant, the explorer shortens it until it is easy to read.
///
/// ```swift
/// let explorer = ScheduleExplorer { stage in
///   stage.answer("Profile", with: .result("Al"), .failure(Offline()))
///   stage.answer("Pictures", with: .result(3))
///   stage.start(loadFlow)
///   stage.require { report in report.outcome == "cancelled" || report.lines.contains("Show began") ? nil : "Nothing shown." }
/// }
/// try explorer.explore(deviations: 2)
/// ```
///
/// Each schedule begins with a new setup. It ends when the runs have ended and no mandatory act is left: no turn on a
/// queue, no event, and no timer. The explorer then checks that:
///
/// - Each outcome was reported exactly once.
/// - Each step that began has settled exactly once.
/// - Each answer was of its step's type, and was reported.
/// - No run hangs.
/// - No step of a run is alive.
/// - The requirements of the setup hold.
///
/// The same choices lead to the same schedule as long as the setup and the flow behave the same. Everything happens on
/// the calling thread. If a schedule traps, the explorer leaves it in a file and prints the file's name; see
/// ``replay(contentsOf:)``.
public struct ScheduleExplorer: Sendable {
  let limits: ScheduleLimits
  private let setUp: @Sendable (ScheduleStage) throws -> Void

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - choiceLimit: The number of choices after which a run is considered endless.
  ///   - cancelling: A Boolean value that determines whether schedules cancel runs. A run that waits for a step that is
  ///     never answered is cancelled in any case.
  ///   - interrupting: A Boolean value that determines whether acts happen while a step starts, as if on another
  ///     thread: an answer, an event, a timer, a cancellation, or a run on another queue. Pass false if all of them
  ///     happen on the queue of the run.
  ///   - setUp: A closure that sets up runs on a stage and starts them. The explorer calls it once for each schedule.
  ///     Calls must not share the objects that it creates. If it throws an error, the explorer throws a
  ///     ``ScheduleFailure`` of the rule ``ScheduleFailure/Rule/setup`` that quotes the error.
  public init(
    choiceLimit: Int = 1_000, cancelling: Bool = true, interrupting: Bool = true,
    _ setUp: @escaping @Sendable (_ stage: ScheduleStage) throws -> Void
  ) {
    limits = ScheduleLimits(choices: choiceLimit, cancels: cancelling, interrupts: interrupting)
    self.setUp = setUp
  }

  /// Returns the complete schedule of a seed.
  ///
  /// - Parameter seed: The seed.
  /// - Returns: All choices.
  /// - Throws: A ``ScheduleFailure`` if the setup throws an error.
  public func schedule(seed: UInt64) throws(ScheduleFailure) -> FlowSchedule {
    try play(ScheduleCourse(seed: seed), in: nil).schedule
  }

  /// Plays a schedule.
  ///
  /// - Parameters:
  ///   - course: Picks the acts.
  ///   - file: The file that contains the schedule while it is played.
  ///   - isTraced: A Boolean value that indicates whether the choices are recorded among the events.
  /// - Returns: The trial.
  /// - Throws: A failure with the error that the setup throws.
  func play(
    _ course: ScheduleCourse, in file: ScheduleFile?, isTraced: Bool = false
  ) throws(ScheduleFailure) -> ScheduleTrial {
    let trial = ScheduleTrial(course, limits, isTraced: isTraced, file: file)
    do { try setUp(trial.stage) } catch {
      trial.stage.dismiss()
      throw ScheduleFailure(ofSetup: error)
    }
    trial.play()
    return trial
  }
}
