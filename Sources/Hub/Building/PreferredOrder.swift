/// The order of components that may have preferred indices.
enum PreferredOrder {
  /// Returns the positions of components in the built list.
  ///
  /// Components are inserted in order first. Then each component with a preferred index is moved to that index, in ascending
  /// order of the indices. A negative index means the start; an index beyond the end means the end. If several components
  /// prefer the same index, only the last one is moved.
  ///
  /// - Parameter wishes: The preferred index of each component, in order of insertion.
  /// - Returns: Indices into `wishes`, in the order of the built list.
  static func places(_ wishes: [Int?]) -> [Int] {
    var wanting: [Int: Int] = [:]
    for (place, wish) in wishes.enumerated() {
      if let wish { wanting[wish] = place }
    }
    guard !wanting.isEmpty else { return Array(wishes.indices) }
    let moves = wanting.sorted { $0.key < $1.key }
    let atStart = moves.prefix { $0.key <= 0 }.map(\.value)
    var isMoved = [Bool](repeating: false, count: wishes.count)
    for place in atStart { isMoved[place] = true }
    // Each of them is moved before the previous one.
    let still = atStart.reversed() + wishes.indices.filter { !isMoved[$0] }
    return merge(moves.dropFirst(atStart.count).map { ($0.key, $0.value) }, into: still)
  }

  /// Moves components to positive indices.
  ///
  /// A component that is moved ends up behind all that were moved before it. So it stands directly behind a certain
  /// component that isn't moved, or isn't moved yet, and it stays behind that one's place.
  private static func merge(_ moves: [(index: Int, place: Int)], into still: [Int]) -> [Int] {
    var slots = [Int](repeating: 0, count: still.count)
    for (slot, place) in still.enumerated() { slots[place] = slot }
    var left = RemainingPlaces(count: still.count)
    var isMoved = [Bool](repeating: false, count: still.count)
    // The components behind each slot. The first list is for those at the start.
    var behind = [[Int]](repeating: [], count: still.count + 1)
    var last = 0
    for (number, move) in moves.enumerated() {
      isMoved[slots[move.place]] = true
      left.remove(slots[move.place])
      last = max(last, left.slot(afterFirst: move.index - number))
      behind[last].append(move.place)
    }
    var order = behind[0]
    order.reserveCapacity(still.count)
    for (slot, place) in still.enumerated() {
      if !isMoved[slot] { order.append(place) }
      order += behind[slot + 1]
    }
    return order
  }
}

/// The places of a list that are left, counted by a Fenwick tree.
private struct RemainingPlaces {
  private var sums: [Int]
  private var count: Int

  init(count: Int) {
    self.count = count
    // Each node counts as many places as its lowest bit says.
    sums = (0...count).map { $0 & -$0 }
  }

  mutating func remove(_ place: Int) {
    count -= 1
    var node = place + 1
    while node < sums.count {
      sums[node] -= 1
      node += node & -node
    }
  }

  /// Returns the slot after the first places that are left, as many as the number says. 0 is the slot before all.
  func slot(afterFirst number: Int) -> Int {
    var rest = min(number, count)
    guard rest > 0 else { return 0 }
    var node = 0
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if node + step < sums.count, sums[node + step] < rest {
        node += step
        rest -= sums[node]
      }
      step /= 2
    }
    return node + 1
  }
}
