/// The order of components that may have preferred indices.
enum PreferredOrder {
  /// Returns the positions of components in the built list.
  ///
  /// Components are inserted in order first. Then each component with a preferred index is moved to that index, in ascending
  /// order of the indices; an index beyond the end means the end. If several components prefer the same index, only the last
  /// one is moved.
  ///
  /// - Parameter wishes: The preferred index of each component, in order of insertion.
  /// - Returns: Indices into `wishes`, in the order of the built list.
  static func places(_ wishes: [Int?]) -> [Int] {
    var order = Array(wishes.indices)
    var wanting: [Int: Int] = [:]
    for (place, wish) in wishes.enumerated() {
      if let wish { wanting[wish] = place }
    }
    for (wish, place) in wanting.sorted(by: { $0.key < $1.key }) {
      order.removeAll { $0 == place }
      order.insert(place, at: min(max(wish, 0), order.count))
    }
    return order
  }
}
