/// The order of components that may have preferred indices.
enum PreferredOrder {
  /// Returns the positions of components in the built list.
  ///
  /// First, the components are inserted in order. Then each component with a preferred index is moved to that index, in
  /// ascending order of the indices. A negative index means the start. An index beyond the end means the end. If
  /// several components prefer the same index, only the last one is moved.
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
    // Each of these components is moved in front of the previous one.
    let still = atStart.reversed() + wishes.indices.filter { !isMoved[$0] }
    return merge(moves.dropFirst(atStart.count).map { ($0.key, $0.value) }, into: still)
  }

  /// Moves components to positive indices.
  ///
  /// A moved component ends up behind all components moved before it. It therefore stands directly behind a component
  /// that has not been moved so far, and it stays behind the original place of that component.
  private static func merge(_ moves: [(index: Int, place: Int)], into still: [Int]) -> [Int] {
    var slots = [Int](repeating: 0, count: still.count)
    for (slot, place) in still.enumerated() { slots[place] = slot }
    var left = RemainingPlaces(count: still.count)
    var isMoved = [Bool](repeating: false, count: still.count)
    // The components behind each slot. The first list holds those before all slots.
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

/// The remaining places of a list, counted by a Fenwick tree.
private struct RemainingPlaces {
  private var sums: [Int]
  private var count: Int

  init(count: Int) {
    self.count = count
    // The lowest set bit of a node's index is the number of places that the node counts.
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

  /// Returns the slot after a number of remaining places. The slot 0 is before all places.
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
