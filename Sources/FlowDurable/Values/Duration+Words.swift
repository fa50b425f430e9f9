extension Duration {
  /// The duration as a short text: `120 ms`, `2.4 s`, `3 min`, `5 h`, `2 d`.
  package var words: String {
    let (seconds, attoseconds) = components
    let milliseconds = max(0, attoseconds / 1_000_000_000_000_000)
    switch seconds {
    case ..<0: return "0 ms"
    case 0: return "\(milliseconds) ms"
    case ..<10 where milliseconds >= 100: return "\(seconds).\(milliseconds / 100) s"
    default: return largestUnit
    }
  }

  /// The duration in its largest unit, rounded down: `3 d`.
  package var largestUnit: String {
    let seconds = max(0, components.seconds)
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3_600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
