/// The order of components of which some want a certain place.
enum PreferredOrder {
  /// The places in the order of insertion, in the order of the built list.
  ///
  /// By ascending wish, each component that has one is taken out and put back at its index, or at the end if that is
  /// beyond it. Of two with the same wish the later inserted one is moved, the other stays.
  ///
  /// - Parameter wishes: What each component wants, in the order of insertion.
  /// - Returns: Indices into `wishes`.
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
