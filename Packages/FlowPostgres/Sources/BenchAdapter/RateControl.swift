import Foundation

/// The rate that the benchmark changes by writing it to a file.
struct RateControl: Sendable {
  /// The rate without a usable text.
  private let fallback: Double
  private var refused = ""

  init(fallback: Double) {
    self.fallback = fallback
  }

  /// Returns the rate of a text.
  ///
  /// - Parameters:
  ///   - text: The contents of the file; nil if it can't be read. It is empty while the benchmark writes it.
  ///   - complain: Receives a sentence about a text that isn't a rate, once for each such text.
  /// - Returns: The number of jobs each second.
  mutating func rate(of text: String?, orSay complain: (String) -> Void) -> Double {
    let word = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard !word.isEmpty else { return fallback }
    if let rate = Double(word), rate.isFinite, rate >= 0 {
      refused = ""
      return rate
    }
    // The file is read a hundred times a second.
    if word != refused { complain("Ignored the rate '\(word)': expected a number of jobs each second, such as 60.") }
    refused = word
    return fallback
  }
}
