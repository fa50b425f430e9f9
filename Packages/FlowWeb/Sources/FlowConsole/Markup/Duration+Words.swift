import FlowDurable
import FlowMarkup

extension Duration {
  /// The duration as a short text: `120 ms`, `2.4 s`, `3 min`, `5 h`, `2 d`.
  var words: String {
    let (seconds, attoseconds) = components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    switch milliseconds {
    case ..<0: return "0 ms"
    case ..<1_000: return "\(milliseconds) ms"
    case ..<60_000:
      let tenth = milliseconds / 100 % 10
      return tenth == 0 || seconds >= 10 ? "\(seconds) s" : "\(seconds).\(tenth) s"
    default: return largeWords
    }
  }

  /// The duration in whole minutes, hours, or days.
  private var largeWords: String {
    let seconds = components.seconds
    return switch seconds {
    case ..<3_600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  /// The age as a text. It changes at most once a minute, so that a page at rest doesn't change.
  var age: String { components.seconds < 60 ? "just now" : "\(largeWords) ago" }
}

extension StoreTime {
  /// Whether the time has a date: a clock that doesn't count from 1970 has none.
  private var hasDate: Bool { milliseconds > 946_684_800_000 && milliseconds < 253_402_300_800_000 }

  /// The time as text for human readers: a date, or the time since the start of the clock.
  var words: String {
    guard let day else { return "\(Duration.milliseconds(milliseconds).words) after the start of the clock" }
    return "\(day) \(clockWords.prefix(8)) UTC"
  }

  /// The time of day with milliseconds, or the time since the start of the clock.
  var clockWords: String {
    guard hasDate else { return Duration.milliseconds(milliseconds).words }
    return String(description.dropFirst(11).dropLast())
  }

  /// The day; nil if the clock has no date.
  var day: String? {
    hasDate ? String(description.prefix(10)) : nil
  }

  /// The attribute with the time for the script, which replaces it by the time in the reader's zone.
  private var machine: Markup? { hasDate ? " datetime=\"\(description)\"" : nil }

  /// Returns an element with the age of the time, and the time itself as a tooltip.
  func ageElement(now: StoreTime) -> Markup {
    "<time\(machine) title=\"\(words)\">\(now.duration(since: self).age)</time>"
  }

  /// An element with the date and the time to the minute.
  var dateElement: Markup {
    guard let day else { return "<time title=\"\(words)\">\(clockWords)</time>" }
    return "<time\(machine) title=\"\(words)\" data-show=\"date\">\(day) \(String(clockWords.prefix(5))) UTC</time>"
  }

  /// An element with the time of day.
  var clockElement: Markup { "<time\(machine) title=\"\(words)\" data-show=\"clock\">\(clockWords)</time>" }
}

extension Int {
  /// Returns the number with a noun: `1 run`, `1,204 runs`.
  func words(for noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

  /// The number with separators: `1,204`.
  var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "−" : "") + ([digits] + groups).joined(separator: ",")
  }
}
