import FlowDurable
import FlowState
import FlowStateTesting

/// A trial of processes on one disk, all of which crash except the last.
struct CrashTrial: Sendable {
  /// The choices that the trial followed, or that its seed picked.
  private(set) var schedule: FlowSchedule
  private(set) var ends: [CrashRunEnd] = []
  private(set) var works: [CrashWork] = []
  private(set) var lines: [String] = []
  private(set) var violation: CrashViolation?
  /// The answers of visits whose steps have several.
  private(set) var answers: [CrashAnswer] = []
  /// The names of the steps, and of the steps that the setup answers.
  private(set) var names = CrashAnswerNames()
  /// The changes of the disk by the last process.
  private(set) var calls: [CrashDisk.Call] = []
  /// The disk that the last crash left.
  private(set) var left = DiskState()
  /// The number of crashes that have happened.
  private(set) var crashes = 0
  /// Whether each crash of the schedule has happened.
  private(set) var hasCrashed = true

  /// Plays a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - seed: Picks the order; nil for the order of the schedule.
  ///   - plain: The trial without a crash. Each visit receives the answer that it had there, if the schedule has the same answers.
  ///   - safety: The failures that the journal survives.
  ///   - patience: The limit for idle processes.
  ///   - startLimit: The number of starts from which a process is considered endless.
  ///   - setUp: Sets up each process.
  init(
    _ schedule: FlowSchedule, seed: UInt64? = nil, like plain: CrashTrial? = nil, surviving safety: JournalSafety,
    patience: CrashPatience,
    startLimit: Int, _ setUp: @escaping @Sendable (CrashStage) throws -> Void
  ) async {
    self.schedule = seed == nil ? schedule : schedule.answers
    let known = plain.flatMap { $0.schedule.answers == schedule.answers ? $0.answers : nil } ?? []
    let stage = CrashStage(
      answers: schedule.ways, known: Dictionary(known.map { ($0.key, $0.names[$0.picked]) }) { first, _ in first },
      startLimit: startLimit)
    let clock = ManualClock()
    let moment: @Sendable () -> CrashMoment = {
      stage.state.withLock { state in
        CrashMoment(
          works: state.works.count, acknowledged: state.startsAcknowledged + state.actsAcknowledged, time: clock.now,
          appends: state.outside.isEmpty ? 0 : state.appends)
      }
    }
    for (index, process) in schedule.processes.enumerated() {
      stage.queue.follow(
        seed.map { ScheduleCourse(seed: Self.seed(ofProcess: index, from: $0)) }
          ?? ScheduleCourse(FlowSchedule(process.choices)))
      let disk = CrashDisk(left, crashingAt: process.crash, moment: moment)
      let end = await CrashLife(stage, on: disk, timed: clock, surviving: safety, setUp).live(patience)
      calls = disk.calls
      if seed != nil { self.schedule.choices += stage.queue.choices }
      if case .crashed? = end, let point = process.crash {
        crashes += 1
        if seed != nil { self.schedule = self.schedule.crashing(at: point) }
        left = disk.content.left(losing: point.lost)
        continue
      }
      if process.crash != nil { hasCrashed = false }
      if case .finished(let ends)? = end { self.ends = ends }
      break
    }
    await finish(stage)
  }

  /// Returns the seed of a process's order. Trials with neighboring seeds have no process of the same order.
  ///
  /// - Parameters:
  ///   - index: The index of the process.
  ///   - seed: The seed of the trial, which is that of its first process.
  /// - Returns: The seed.
  static func seed(ofProcess index: Int, from seed: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: seed)
    return (0..<index).reduce(seed) { _, _ in generator.next() }
  }

  private mutating func finish(_ stage: CrashStage) async {
    let state = stage.state.withLock { $0 }
    (works, answers) = (state.works, state.choices)
    names.add(state)
    if stage.state.withLock({ $0.violation }) == nil {
      if let survivors = await Self.survivors(stage) {
        violates(stage, .survivors, "Something is alive after the end: \(survivors.joined(separator: ", ")).")
      }
      if let visit = ends.compactMap(\.settledTwice).first {
        violates(stage, .settlement, "\(visit) has settled twice (D2).")
      }
      for end in ends { stage.note("\(end.name) \(end.outcome)") }
      let report = report(stage)
      for requirement in stage.state.withLock({ $0.requirements }) {
        do {
          if let sentence = try requirement(report) { violates(stage, .requirement, sentence) }
        } catch {
          violates(stage, .requirement, "\(error)")
        }
      }
    }
    (lines, violation) = stage.state.withLock { ($0.lines, $0.violation) }
  }

  private func violates(_ stage: CrashStage, _ rule: CrashFailure.Rule, _ sentence: String) {
    stage.state.withLock { $0.violates(CrashViolation(rule: rule, sentence: sentence)) }
  }

  private static func survivors(_ stage: CrashStage) async -> [String]? {
    // The turn that ended a run may still hold its last objects, and so may threads that the queue doesn't see.
    await stage.queue.pass()
    for _ in 0..<100_000 {
      if stage.leaks.survivors.isEmpty { return nil }
      await Task.yield()
    }
    return stage.leaks.survivors
  }

  private func report(_ stage: CrashStage) -> CrashReport {
    CrashReport(
      crashes: crashes, outcomes: ends.map(\.outcome), lines: stage.state.withLock { $0.lines }, works: works)
  }

  var report: CrashReport {
    CrashReport(crashes: crashes, outcomes: ends.map(\.outcome), lines: lines, works: works)
  }

  /// The violation by choices that the trial can't have; nil if there are none.
  ///
  /// Numbers of messages and visits aren't checked: a missing `charge#2` may be the result of a corrected flow.
  var unknownChoice: CrashViolation? {
    var sentences = schedule.choices.compactMap { names.complaint(about: $0) }
    if !hasCrashed, let crash = schedule.processes[crashes].crash {
      let reason = "process \(crashes + 1) changes the disk only \(calls.count) times"
      sentences.append("The schedule's choice '\(crash)' never came: \(reason).")
    }
    guard !sentences.isEmpty else { return nil }
    return CrashViolation(rule: .unknownChoice, sentence: sentences.joined(separator: " "))
  }

  // MARK: Comparing

  /// Compares the trial with the trial without a crash.
  ///
  /// - Returns: The law that the crashes break; nil if there is none.
  func difference(from plain: CrashTrial) async -> CrashViolation? {
    // If work that may start only once was interrupted, its run continues by another route.
    let interrupted = Set(ends.filter(\.isInterrupted).map(\.name))
    let compared = zip(ends, plain.ends).filter { !interrupted.contains($0.0.name) }
    for (end, expected) in compared where end.outcome != expected.outcome {
      return await hiddenState(end, "without a crash, \(end.name) \(expected.outcome); with it, it \(end.outcome).")
    }
    let (keys, expected) = (keys(besides: interrupted), plain.keys(besides: interrupted))
    if let key = keys.subtracting(expected).min() {
      return CrashViolation(
        rule: .effects, sentence: "The work of \(key) has started, which doesn't start without the crash.")
    }
    if let key = expected.subtracting(keys).min() {
      return CrashViolation(
        rule: .effects, sentence: "The work of \(key) has not started, which starts without the crash.")
    }
    for (end, expected) in compared where end.course != expected.course {
      let place = zip(end.course, expected.course).first { $0 != $1 }
      let (found, wanted) = place ?? (end.course.last ?? "nothing", expected.course.last ?? "nothing")
      return await hiddenState(end, "without a crash, \(end.name) records '\(wanted)'; with it, it records '\(found)'.")
    }
    return nil
  }

  /// Returns the keys of the works of all runs but some.
  private func keys(besides runs: Set<String>) -> Set<String> {
    Set(works.filter { !runs.contains($0.run) }.map(\.key))
  }

  /// Returns the violation that a run has state that isn't kept, with the step after which it was lost.
  private func hiddenState(_ end: CrashRunEnd, _ sentence: String) async -> CrashViolation {
    let step = await Self.latestStep(of: end.number, in: left)
    let place = step.map { "After step '\($0)'" } ?? "Before its first step has settled,"
    return CrashViolation(
      rule: .outcome, sentence: "\(place) the flow has state that it doesn't keep: \(sentence)", step: step)
  }

  /// Returns the step of a run that settled last on a disk.
  private static func latestStep(of run: RunNumber, in disk: DiskState) async -> String? {
    let disk = CrashDisk(disk) { CrashMoment(works: 0, acknowledged: 0, time: .zero) }
    guard let store = try? FileStore(at: CrashLife.path, on: disk, timed: ManualClock()) else { return nil }
    return try? await store.records(of: run, after: 0, limit: .max).latestStep
  }
}
