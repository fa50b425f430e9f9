extension String {
  /// Compares two secrets in a time that doesn't depend on their first difference.
  package func isSameSecret(as other: String) -> Bool {
    let (one, other) = (Array(utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
