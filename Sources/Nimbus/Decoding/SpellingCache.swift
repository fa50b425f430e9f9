import FlowState

/// A cache of the most recently found spellings of enumeration cases. A list with the same text in each item needs only
/// one search.
final class SpellingCache: Sendable {
  static let shared = SpellingCache()

  /// The result of a search.
  struct Result {
    /// The spelling that is a case. It's `nil` if no spelling is.
    let spelling: String?
  }

  private struct Search: Hashable {
    let type: ObjectIdentifier
    let text: String
  }

  private let results = Locked<[Search: Result]>([:])
  private static let limit = 1_000

  /// Returns the result of an earlier search. Returns `nil` if there was none.
  func result(for text: String, of type: any Any.Type) -> Result? {
    let search = Search(type: ObjectIdentifier(type), text: text)
    return results.withLock { $0[search] }
  }

  /// Stores the result of a search. A long text isn't stored.
  func remember(_ spelling: String?, for text: String, of type: any Any.Type) {
    guard text.utf8.count <= SpellingList.maximumSize else { return }
    let search = Search(type: ObjectIdentifier(type), text: text)
    results.withLock { results in
      if results.count >= Self.limit { results = [:] }
      results[search] = Result(spelling: spelling)
    }
  }
}
