/// Finds the word that the user probably meant.
package enum Suggestion {
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
