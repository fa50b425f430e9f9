/// A stretch of time in a trace: a run, a visit of a step, or a lane from its first step to its last.
struct TraceSlice {
  enum Subject {
    case run
    case step(String, visit: Int)
    /// Holds a track for the steps of a lane; it is not drawn.
    case lane
  }

  let subject: Subject
  /// Which of the trace's runs it is, or is in.
  let run: Int
  /// The lane of the step; 0 for a run.
  let lane: Int
  /// The slice that it is part of, if there is one.
  let parent: Int?
  /// The event that began it, by its place in the trace.
  let first: Int
  /// The event that ended it; the number of all events if none did.
  var last: Int
  /// When it began, in nanoseconds.
  let start: Int128
  /// When it ended; if nothing ended it, the time of the last event.
  var end: Int128
  /// How it ended; nil if the trace does not tell.
  var ending: TraceEnding?
}

/// How a step or a run ended, in words.
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

/// Something in a trace that takes no time.
struct TraceInstant {
  let name: String
  let place: FlowPlace
  /// The event, by its place in the trace.
  let event: Int
  let time: Int128
  /// The slice on whose track it is drawn.
  let slice: Int
  /// For a delay: how long.
  var delay: Int128?
  /// For an ending whose beginning the trace does not have.
  var error: (any Error)?
}

extension Duration {
  /// The whole nanoseconds.
  var nanoseconds: Int128 { attoseconds / 1_000_000_000 }
}
