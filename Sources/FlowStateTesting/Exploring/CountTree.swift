/// Counts of things in a row, some of which have gone: finds the n-th that is left in logarithmic time.
///
/// A Fenwick tree. Each thing counts in several ways at once.
struct CountTree: Sendable {
  typealias Counts = SIMD4<Int>

  /// The sums of parts of the row. The one at `index` ends there, and is as long as the lowest bit of `index + 1`.
  private var sums: [Counts] = []
  /// The sum of the whole row.
  private(set) var total = Counts.zero

  /// Appends a thing.
  mutating func append(_ counts: Counts) {
    let place = sums.count + 1
    var sum = counts
    var part = sums.count
    while part > place & (place - 1) {
      sum &+= sums[part - 1]
      part &= part - 1
    }
    sums.append(sum)
    total &+= counts
  }

  /// Subtracts the counts of a thing that has gone.
  mutating func subtract(_ counts: Counts, at index: Int) {
    var place = index + 1
    while place <= sums.count {
      sums[place - 1] &-= counts
      place += place & -place
    }
    total &-= counts
  }

  /// Returns the sum of the things before an index.
  func sum(before index: Int) -> Counts {
    var (place, sum) = (min(index, sums.count), Counts.zero)
    while place > 0 {
      sum &+= sums[place - 1]
      place &= place - 1
    }
    return sum
  }

  /// Finds the thing that contains a number.
  ///
  /// - Parameters:
  ///   - number: The number, counted from 0 and less than the total.
  ///   - kinds: The factors of the counts in what is counted here.
  /// - Returns: The index of the thing, and the number inside the thing.
  func find(_ number: Int, of kinds: Counts) -> (index: Int, rest: Int) {
    var (place, rest) = (0, number)
    var length = sums.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
    while length > 0 {
      let next = place + length
      if next <= sums.count {
        let count = (sums[next - 1] &* kinds).wrappedSum()
        if count <= rest { (place, rest) = (next, rest - count) }
      }
      length /= 2
    }
    return (place, rest)
  }
}
