/// Counts of the elements of a sequence, some of which have been removed. Finds the n-th remaining element in
/// logarithmic time.
///
/// A Fenwick tree. Each element has several counts at once.
struct CountTree: Sendable {
  typealias Counts = SIMD4<Int>

  /// The sums of parts of the sequence. The part at `index` ends there, and is as long as the lowest bit of
  /// `index + 1`.
  private var sums: [Counts] = []
  /// The sum of the whole sequence.
  private(set) var total = Counts.zero

  /// Appends an element.
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

  /// Subtracts the counts of a removed element.
  mutating func subtract(_ counts: Counts, at index: Int) {
    var place = index + 1
    while place <= sums.count {
      sums[place - 1] &-= counts
      place += place & -place
    }
    total &-= counts
  }

  /// Returns the sum of the elements before an index.
  func sum(before index: Int) -> Counts {
    var (place, sum) = (min(index, sums.count), Counts.zero)
    while place > 0 {
      sum &+= sums[place - 1]
      place &= place - 1
    }
    return sum
  }

  /// Finds the element that contains a number.
  ///
  /// - Parameters:
  ///   - number: The number, counted from 0 and less than the total.
  ///   - kinds: The factors of the counts in the wanted sum.
  /// - Returns: The index of the element, and the number inside the element.
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
