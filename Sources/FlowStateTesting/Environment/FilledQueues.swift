/// The indices of queues that received a turn while they were empty, so that a test with many queues doesn't have to
/// search.
struct FilledQueues {
  /// The indices in ascending order. Indices before `start` have been removed.
  private var places: [Int] = []
  private var start = 0

  /// Adds an index, in constant time if it is higher than the others.
  mutating func insert(_ place: Int) {
    var (low, high) = (start, places.count)
    if let last = places.last, last < place { low = high }
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    if low == places.count || places[low] != place { places.insert(place, at: low) }
  }

  /// Removes and returns the lowest index; nil if there is none.
  mutating func popFirst() -> Int? {
    guard start < places.count else { return nil }
    defer {
      start += 1
      if 2 * start > places.count {
        places.removeFirst(start)
        start = 0
      }
    }
    return places[start]
  }
}
