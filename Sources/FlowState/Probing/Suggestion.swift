/// Finds the word that a person probably meant.
package enum Suggestion {
  /// Returns candidates as a list for a sentence: those nearest to a mistyped word first, at most 12 of them, and the number of the others.
  package static func list(_ candidates: some Sequence<String>, nearestTo word: String) -> String {
    let isLong = word.unicodeScalars.prefix(65).count > 64
    let ranked = candidates.map { (isLong ? 0 : distance(word, $0), $0) }.sorted { $0 < $1 }.map(\.1)
    let shown = ranked.prefix(12).joined(separator: ", ")
    return ranked.count > 12 ? "\(shown) and \(ranked.count - 12) more" : shown
  }

  /// Returns the candidate nearest to a mistyped word. Returns nil if no candidate is near enough.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    // A word that long is not a typing error, and the cost is the product of both lengths.
    guard word.unicodeScalars.prefix(65).count <= 64 else { return nil }
    let limit = max(1, word.count / 3)
    let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
    return best.candidate
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn one word into the other.
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
