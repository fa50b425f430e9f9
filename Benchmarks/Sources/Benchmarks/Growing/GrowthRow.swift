/// A piece of work whose cost may grow no faster than its size.
///
/// A new row is a value in one of the files in `Rows`, and a line in `GrowthRow+All.swift`.
struct GrowthRow: Sendable {
  /// The work, and what `size` counts.
  let name: String
  /// The smallest size. Each further size is twice the previous one.
  let size: Int
  let doublings: Int
  /// Does the work once. What counts for the time is between `start` and `stop` of the stopwatch, and what counts for the
  /// memory is between `begin` and `end` of the scale. Throws ``WrongGrowth`` if the result is wrong.
  let work: @Sendable (_ size: Int, _ stopwatch: Stopwatch, _ scale: Scale) throws -> Void

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: The work, and what the size counts.
  ///   - size: The smallest size. Large enough that the work takes about a millisecond.
  ///   - doublings: The number of further sizes.
  ///   - work: Does the work once.
  init(
    _ name: String, from size: Int, doublings: Int = 3,
    _ work: @escaping @Sendable (_ size: Int, _ stopwatch: Stopwatch, _ scale: Scale) throws -> Void
  ) {
    self.name = name
    self.size = size
    self.doublings = doublings
    self.work = work
  }

  /// The sizes, each twice the previous one.
  func sizes(isQuick: Bool) -> [Int] {
    // A quick run only checks results.
    isQuick ? [max(1, size / 16), max(2, size / 8)] : (0...doublings).map { size << $0 }
  }
}

/// The work of a row has not done what it should.
struct WrongGrowth: Error, CustomStringConvertible {
  let what: String
  let expected: Int
  let found: Int

  var description: String { "\(what) has come to a wrong result: expected \(expected), found \(found)." }

  /// Throws unless both numbers are equal.
  static func check(_ what: String, expected: Int, found: Int) throws {
    if found != expected { throw WrongGrowth(what: what, expected: expected, found: found) }
  }
}
