import Dispatch
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport

/// Some runs at the same time, which share queues and screens.
final class StressBatch: Sendable {
  /// The number of runs.
  static let size = 8

  let seeds: Range<UInt64>
  let work = StressWork()
  let objects = ObjectCounter()
  let queues: [StressQueue]
  /// Screens that are lent to one start after the other.
  let library = LockedList<FlowStepHandler<Any, Int>>()
  private let leaks = LeakCheck()
  private let names = Atomic<Int>(0)
  private let shared = Box<[FlowStepHandler<Any, Int>]?>(nil)

  init(_ seeds: Range<UInt64>) {
    self.seeds = seeds
    queues = (0...1).map { [work] _ in StressQueue(work) }
    shared.value = (0...1).map { _ in FlowStepHandler(Any.self, Int.self) }
  }

  /// The screens that all runs share, until the batch is over.
  var screens: [FlowStepHandler<Any, Int>] { shared.value ?? [] }

  func nextNumber() -> Int {
    names.add(1, ordering: .relaxed).newValue
  }

  /// Completes a shared screen, on another thread.
  func complete(_ screen: FlowStepHandler<Any, Int>, for record: StressRecord) {
    work.perform {
      screen.complete(record.commonReports.make())
    }
  }

  /// Starts the runs, waits until all work is done, and returns the faults. Blocks the thread.
  func faults(patience seconds: Double) -> [String] {
    let trials = seeds.map { StressTrial($0, in: self) }
    for trial in trials { trial.start(leaks) }
    guard work.wait(seconds: seconds) else {
      return trials.filter { !$0.record.hasEnded }.map { $0.text("It did not end in \(seconds) seconds.") }
        + ["Something was under way for \(seconds) seconds."]
    }
    var faults = trials.flatMap { trial in trial.faults.map { trial.text($0) } }
    faults += reportFaults(trials.map(\.record))
    shared.value = nil
    library.removeAll()
    let survivors = leaks.survivors
    if !survivors.isEmpty { faults.append("Still alive: \(survivors)") }
    if objects.living != 0 { faults.append("\(objects.living) objects of closures and contexts are still alive.") }
    return faults.map { "Runs \(seeds): \($0)" }
  }
}

extension StressBatch {
  /// The faults of the reports of all runs.
  ///
  /// A report can arrive for a settled start of one run while the intent of another run executes, which then returns
  /// the screen. The report belongs to that second start, although the first run has reported it as extra. So there can
  /// be more extra reports than unused ones, but never more than were made.
  private func reportFaults(_ records: [StressRecord]) -> [String] {
    var faults: [String] = []
    let used = records.flatMap(\.usedReports)
    if Set(used).count != used.count { faults.append("A report has settled two starts.") }
    let reports = records.map(\.commonReports)
    let made = reports.reduce(0) { $0 + $1.made }
    let told = reports.reduce(0) { $0 + $1.told }
    let extra = records.reduce(0) { $0 + $1.commonExtras }
    if made > told || extra > made {
      faults.append("Of \(made) reports to shared screens \(told - extra) settled a start and \(extra) were extra.")
    }
    return faults
  }
}

/// One run of a batch.
private final class StressTrial: Sendable {
  let record = StressRecord()
  private let seed: UInt64
  private let plan: StressPlan
  private let batch: StressBatch
  private let streams = Atomic<Int>(0)

  init(_ seed: UInt64, in batch: StressBatch) {
    self.seed = seed
    self.batch = batch
    plan = StressPlan(seed: seed)
  }

  func start(_ leaks: LeakCheck) {
    let (record, work) = (record, batch.work)
    let flow = StressFlow(plan: plan, record: record, batch: batch, isNested: false).make()
    let observers: [any FlowObserver] = plan.hasSecondObserver ? [record, record.second] : [record]
    work.begin()
    let run = flow.watched(by: leaks).observed(by: observers).start(1, keepingEvents: plan.keepsEvents) { outcome in
      record.end(outcome)
      work.end()
    }
    if plan.keepsEvents { read(run.events) { record.stream($0) } }
    for (what, delay) in plan.interferences { work.perform(delay) { [self] in interfere(what, run) } }
  }

  private func interfere(_ what: StressPlan.Interference, _ run: FlowRun) {
    switch what {
    case .cancel: run.cancel()
    case .goBack: run.goBack()
    case .goBackTo(let name):
      batch.work.performInTask { try? await run.goBack(to: name) }
    case .readEvents: read(run.events) { _ in }
    }
  }

  private func read(_ events: AsyncStream<FlowEvent>, _ receive: @escaping @Sendable (FlowEvent) -> Void) {
    streams.add(1, ordering: .relaxed)
    batch.work.performInTask { [record] in
      for await event in events { receive(event) }
      record.streamEnded()
    }
  }

  var faults: [String] { record.faults(plan, streams: streams.load(ordering: .relaxed)) }

  /// The fault, with the plan and the last events.
  func text(_ fault: String) -> String {
    "Run \(seed): \(fault)\n\("\(plan)".replacing("FlowStateTests.", with: ""))\nThe last events:\n\(record.lastEvents)"
  }
}
