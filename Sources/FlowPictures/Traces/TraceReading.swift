import FlowState

/// Reads events in order and makes slices and instants from them.
struct TraceReading {
  /// A run in the trace.
  struct Run {
    let id: FlowRunID
    /// The slice of the run itself.
    let slice: Int
    /// The outermost run that contains this one.
    let root: Int
    /// The time of its latest event. It never decreases.
    var time: Int128
    /// The slices of the lanes, without the first lane.
    var lanes: [Int: Int] = [:]
    /// The slices of the steps that are under way, by visit.
    var visits: [Int: Int] = [:]
    /// The slice of the latest step of each lane.
    var latest: [Int: Int] = [:]
  }

  private(set) var runs: [Run] = []
  private(set) var slices: [TraceSlice] = []
  private(set) var instants: [TraceInstant] = []
  /// The index of each run. Of a durable run that was resumed, that of its latest part.
  private var indices: [FlowRunID: Int] = [:]

  init(_ events: [FlowEvent]) {
    for (index, event) in events.enumerated() { read(event, index) }
    close(at: events.count, runs.map(\.time).max() ?? 0)
  }

  private mutating func read(_ event: FlowEvent, _ index: Int) {
    let run = self.run(of: event, index)
    runs[run].time = max(runs[run].time, event.time.nanoseconds)
    let step = event.stepText ?? ""
    switch event.kind {
    case .runBegan, .runResumed, .contentSet, .rested: break
    case .contextSet(let name, let value): mark(value.map { "\(name) = \($0)" } ?? "\(name) removed", event, run, index)
    case .contextRestored(let name, let value):
      mark("\(name) back to \(value ?? "no value")", event, run, index)
    case .variantExposed(let assignment): mark("\(assignment)", event, run, index)
    case .stepBegan: begin(step, at: event.place, in: run, index)
    case .stepCompleted: settle(event, run, index, TraceEnding("completed"))
    case .stepFailed(let error): settle(event, run, index, TraceEnding("failed", error))
    case .stepTimedOut(let error): settle(event, run, index, TraceEnding("timed out", error))
    case .stepAbandoned(let error): settle(event, run, index, TraceEnding("abandoned", error))
    case .stepCancelled: settle(event, run, index, TraceEnding("cancelled"))
    case .stepDelayed(let delay): mark("\(step) waits", event, run, index) { $0.delay = delay.nanoseconds }
    case .contentRestored: mark("\(step) content restored", event, run, index)
    case .stepUndone: mark("\(step) undone", event, run, index)
    case .undoFailed: mark("\(step) not undone", event, run, index)
    case .backRefused: mark("no way back", event, run, index)
    case .wentBack: mark("back to \(step)", event, run, index)
    case .extraCompletionIgnored: mark("\(step): extra completion ignored", event, run, index)
    case .runSetAside: setAside(run, index)
    case .runEnded(let ending): end(runs[run].slice, index, runs[run].time, TraceEnding(ending))
    }
  }

  // MARK: Runs

  /// Returns the run of an event.
  private mutating func run(of event: FlowEvent, _ index: Int) -> Int {
    if case .runBegan(let parent) = event.kind { return beginRun(event, index, parent) }
    if case .runResumed = event.kind { return beginRun(event, index, nil) }
    return indices[event.run] ?? beginRun(event, index, nil)
  }

  private mutating func beginRun(_ event: FlowEvent, _ index: Int, _ parent: FlowPlace?) -> Int {
    let time = event.time.nanoseconds
    var host: (run: Int, slice: Int?)?
    if let parent, let run = indices[parent.run] { host = (run, runs[run].visits[parent.visit]) }
    let slice = add(.run, run: runs.count, lane: 0, in: host?.slice, index, time)
    runs.append(
      Run(
        id: event.run, slice: slice, root: host.map { runs[$0.run].root } ?? runs.count, time: time))
    indices[event.run] = runs.count - 1
    return runs.count - 1
  }

  // MARK: Steps

  private mutating func begin(_ step: String, at place: FlowPlace, in run: Int, _ index: Int) {
    let time = runs[run].time
    if place.lane != 0, runs[run].lanes[place.lane] == nil {
      runs[run].lanes[place.lane] = add(.lane, run: run, lane: place.lane, in: nil, index, time)
    }
    let parent = runs[run].lanes[place.lane] ?? runs[run].slice
    let slice = add(.step(step, visit: place.visit), run: run, lane: place.lane, in: parent, index, time)
    runs[run].visits[place.visit] = slice
    runs[run].latest[place.lane] = slice
  }

  /// Ends the slice of a step. If there is no slice, the event becomes an instant: a step of an open run that completes again,
  /// or a step that began before the first event.
  private mutating func settle(_ event: FlowEvent, _ run: Int, _ index: Int, _ ending: TraceEnding) {
    if let slice = runs[run].visits.removeValue(forKey: event.place.visit) {
      end(slice, index, runs[run].time, ending)
    } else {
      mark("\(event.stepText ?? "") \(ending.word)", event, run, index) { $0.error = ending.error }
    }
  }

  /// Ends the slices of a run that continues elsewhere.
  private mutating func setAside(_ run: Int, _ index: Int) {
    let ending = TraceEnding("set aside")
    for slice in runs[run].visits.values { end(slice, index, runs[run].time, ending) }
    runs[run].visits = [:]
    end(runs[run].slice, index, runs[run].time, ending)
  }

  // MARK: Making

  private mutating func add(
    _ subject: TraceSlice.Subject, run: Int, lane: Int, in parent: Int?, _ index: Int, _ time: Int128
  ) -> Int {
    slices.append(
      TraceSlice(
        subject: subject, run: run, lane: lane, parent: parent, first: index, last: .max, start: time, end: time))
    return slices.count - 1
  }

  private mutating func end(_ slice: Int, _ index: Int, _ time: Int128, _ ending: TraceEnding) {
    slices[slice].last = index
    slices[slice].end = time
    slices[slice].ending = ending
  }

  private mutating func mark(
    _ name: String, _ event: FlowEvent, _ run: Int, _ index: Int, _ complete: (inout TraceInstant) -> Void = { _ in }
  ) {
    let slice = runs[run].latest[event.place.lane] ?? runs[run].slice
    var instant = TraceInstant(name: name, place: event.place, event: index, time: runs[run].time, slice: slice)
    complete(&instant)
    instants.append(instant)
  }

  /// Extends slices without an end up to the last event, and each lane up to the end of its steps.
  private mutating func close(at last: Int, _ time: Int128) {
    for index in slices.indices where slices[index].ending == nil {
      if case .lane = slices[index].subject { continue }
      slices[index].last = last
      slices[index].end = time
    }
    for slice in slices {
      guard let parent = slice.parent, case .lane = slices[parent].subject else { continue }
      let isFirst = slices[parent].last == .max
      slices[parent].last = isFirst ? slice.last : max(slices[parent].last, slice.last)
      slices[parent].end = max(slices[parent].end, slice.end)
    }
  }
}
