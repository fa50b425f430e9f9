import FlowState

/// A period of time in a trace: a run, a visit of a step, or a lane from its first step to its last.
struct TraceSlice {
  enum Subject {
    case run
    case step(String, visit: Int)
    /// Reserves a track for the steps of a lane. Isn't drawn.
    case lane
  }

  let subject: Subject
  /// The index of the run that the slice is, or belongs to.
  let run: Int
  /// The lane of the step; 0 for a run.
  let lane: Int
  /// The enclosing slice; nil if there is none.
  let parent: Int?
  /// The index of the event that began the slice.
  let first: Int
  /// The index of the event that ended the slice; the number of all events if no event ended it.
  var last: Int
  /// The start, in nanoseconds.
  let start: Int128
  /// The end, in nanoseconds; the time of the last event if no event ended the slice.
  var end: Int128
  /// The ending; nil if the trace doesn't contain it.
  var ending: TraceEnding?
}

/// The ending of a step or a run, in words.
struct TraceEnding {
  let word: String
  let error: (any Error)?

  init(_ word: String, _ error: (any Error)? = nil) {
    self.word = word
    self.error = error
  }

  init(_ ending: FlowOutcome<Never>) {
    switch ending {
    case .completed: self.init("completed")
    case .failed(let error): self.init("failed", error)
    case .cancelled: self.init("cancelled")
    }
  }
}

/// An event in a trace that takes no time.
struct TraceInstant {
  let name: String
  let place: FlowPlace
  /// The index of the event.
  let event: Int
  let time: Int128
  /// The slice on whose track it is drawn.
  let slice: Int
  /// The length of a delay.
  var delay: Int128?
  /// The error of an ending whose beginning isn't in the trace.
  var error: (any Error)?
}

extension Duration {
  /// The number of whole nanoseconds.
  var nanoseconds: Int128 { attoseconds / 1_000_000_000 }
}
