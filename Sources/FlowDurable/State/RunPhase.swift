/// The state of a run, without its associated values.
enum RunPhase: UInt8, Sendable, CaseIterable {
  case ready, held, waiting, parked, completed, failed, cancelled

  init(_ ending: RunEnding) {
    switch ending {
    case .completed: self = .completed
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    }
  }

  /// Whether a run receives a message: one that has ended receives only the commands that make it continue after all.
  func accepts(_ message: FlowMessage) -> Bool {
    switch (self, message.content) {
    case (.failed, .message), (.failed, .touch), (.failed, .change), (.cancelled, .message), (.cancelled, .change),
      (.cancelled, .cancel), (.cancelled, .touch),
      (.completed, _):
      false
    case (.ready, _), (.held, _), (.waiting, _), (.parked, _), (.failed, _), (.cancelled, _): true
    }
  }

  init(_ state: RunState) {
    switch state {
    case .ready: self = .ready
    case .held: self = .held
    case .waiting: self = .waiting
    case .parked: self = .parked
    case .ended(let ending): self.init(ending)
    }
  }

  var hasEnded: Bool { rawValue >= RunPhase.completed.rawValue }

  var kind: RunState.Kind {
    switch self {
    case .ready: .ready
    case .held: .held
    case .waiting: .waiting
    case .parked: .parked
    case .completed, .failed, .cancelled: .ended
    }
  }

  /// The way in which the run has ended; nil if it hasn't.
  var ending: RunEnding? {
    switch self {
    case .ready, .held, .waiting, .parked: nil
    case .completed: .completed
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }
}
