import Dispatch
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport

/// Steps that do work, mostly on other threads.
extension StressBuilder {
  typealias Handler = FlowStepHandler<Any, Int>

  /// Makes a step, and has `completed` called when it has completed.
  func leaf(_ plan: StressLeaf, completed: ((FlowStep<Any, Int>) -> Void)? = nil) -> FlowStep<Any, Int> {
    let live = batch.objects.makeObject()
    let loan = StressLoan()
    var starts = 0
    var outcomes = 0
    let step = FlowStep(Any.self, Int.self, identifier: plan.name) { [self, state, record] step in
      live.touch()
      state.touch()
      if outcomes != starts { record.note("A step '\(plan.name)' was started before it had settled.") }
      starts += 1
      let start = starts
      var cancels = 0
      step.onCancel {
        state.touch()
        cancels += 1
        if cancels > 1 { record.note("A step '\(plan.name)' was cancelled twice.") }
        if outcomes >= start { record.note("A step '\(plan.name)' was cancelled after it had settled.") }
      }
      return begin(plan, start, step, loan)
    }
    if case .common(let index) = plan.source {
      let screen = batch.screens[index]
      // The start has the screen now. When this report arrives, it reaches this start or a later one that superseded it.
      step.onContentUpdate { [state, record, batch] _ in
        state.touch()
        batch.complete(screen, for: record)
      }
    } else {
      step.onContentUpdate { [state] _ in state.touch() }
    }
    step.setOutcome { [state, record, batch] step, outcome in
      state.touch()
      loan.giveBack(to: batch.library)
      outcomes += 1
      record.outcomes.make()
      if outcomes != starts { record.note("A step '\(plan.name)' ended \(outcomes) times in \(starts) starts.") }
      if let report = outcome.report { record.use(report) }
      if case .completed = outcome { completed?(step) }
    }
    step.setUndo { [state, record] _, _ in
      state.touch()
      record.undos.make()
    }
    return step
  }

  /// Begins the work of a start, and returns the handler.
  private func begin(_ plan: StressLeaf, _ start: Int, _ step: FlowStep<Any, Int>, _ loan: StressLoan) -> Handler {
    let work = start <= plan.works.count ? plan.works[start - 1] : StressLeaf.more
    let handler: Handler
    let count: StressCount
    switch plan.source {
    case .own, .weak: (handler, count) = (Handler(), record.ownReports)
    case .screen(let indices): (handler, count) = (screens[indices[start % indices.count]], record.screenReports)
    case .common(let index): (handler, count) = (batch.screens[index], record.commonReports)
    case .lent: (handler, count) = (loan.borrow(from: batch.library), record.commonReports)
    }
    if plan.setsCancellation { setCancellation(of: handler) }
    switch work {
    case .report(let reports):
      for report in reports {
        let reporting = StressReporting(report: report, count: count, batch: batch)
        if case .weak = plan.source { reporting.beginWeakly(on: handler) } else { reporting.begin(on: handler) }
      }
    case .abandon:
      batch.work.perform { withExtendedLifetime(handler) {} }
    case .hold:
      step.onCancel { [state] in
        state.touch()
        handler.complete(count.make())
      }
    }
    return handler
  }

  /// Sets the handler's cancellation action from another thread.
  private func setCancellation(of handler: Handler) {
    batch.work.perform { [weak handler, record] in
      let call = Once(record)
      handler?.onCancel { call.call() }
    }
  }
}

/// A failure that a step's work reports.
struct StressFailure: Error {
  let report: Int?
}

extension FlowOutcome<Int> {
  /// The number of the report that has settled a start, if one has.
  fileprivate var report: Int? {
    switch self {
    case .completed(let report): report
    case .failed(let error): ((error as? FlowError)?.cause as? StressFailure)?.report
    case .cancelled: nil
    }
  }
}

/// The screen that a start has borrowed, until it has settled. It belongs to the run's queue.
private final class StressLoan {
  private var screen: FlowStepHandler<Any, Int>?

  func borrow(from library: LockedList<FlowStepHandler<Any, Int>>) -> FlowStepHandler<Any, Int> {
    let screen = library.takeFirst() ?? FlowStepHandler(Any.self, Int.self)
    self.screen = screen
    return screen
  }

  func giveBack(to library: LockedList<FlowStepHandler<Any, Int>>) {
    if let screen = screen.take() { library.append(screen) }
  }
}

/// An action that may be called only once.
private final class Once: Sendable {
  private let isCalled = Atomic<Bool>(false)
  private let record: StressRecord

  init(_ record: StressRecord) {
    self.record = record
  }

  func call() {
    if isCalled.exchange(true, ordering: .relaxed) { record.note("What stops the work of a handler was called twice.") }
  }
}

/// Makes a report, or several, on a handler.
struct StressReporting: Sendable {
  let report: StressLeaf.Report
  let count: StressCount
  let batch: StressBatch

  func begin(on handler: FlowStepHandler<Any, Int>) {
    switch report.time {
    case .now: make(on: handler)
    case .together: DispatchQueue.concurrentPerform(iterations: 3) { _ in make(on: handler) }
    case .soon: batch.work.perform { make(on: handler) }
    case .later(let time): batch.work.perform(.microseconds(time)) { make(on: handler) }
    }
  }

  /// Like `begin(on:)`, but reports only if the handler still exists.
  func beginWeakly(on handler: FlowStepHandler<Any, Int>) {
    switch report.time {
    case .now: make(on: handler)
    case .together: batch.work.perform { withExtendedLifetime(handler) {} }
    case .soon, .later: break
    }
    batch.work.perform { [weak handler] in
      if let handler { make(on: handler) }
    }
  }

  private func make(on handler: FlowStepHandler<Any, Int>) {
    for _ in 0..<report.count {
      let number = count.make()
      if report.isFailure { handler.fail(StressFailure(report: number)) } else { handler.complete(number) }
    }
  }
}
