import FlowStateTesting
import Testing

@testable import Hub

@Suite("The preferred order")
struct PreferredOrderTests {
  @Test(
    "Preferred indices are applied in ascending order",
    arguments: [
      ([], []), ([nil, nil], [0, 1]), ([99], [0]), ([nil, nil, 0], [2, 0, 1]), ([99, nil, nil], [1, 2, 0]),
      ([2, nil, 3, 1, 0], [4, 3, 0, 2, 1]), ([-5, nil], [0, 1]), ([nil, -5], [1, 0]), ([.max, nil, .min], [2, 1, 0]),
    ] as [([Int?], [Int])])
  func wishes(wishes: [Int?], order: [Int]) {
    #expect(PreferredOrder.places(wishes) == order)
  }

  @Test("The order is the same as after moving one component after the other", arguments: 0..<4 as Range<UInt64>)
  func moves(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let wishes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Bool.random(using: &generator) ? Int.random(in: -3...15, using: &generator) : nil as Int?
      }
      #expect(PreferredOrder.places(wishes) == moved(wishes), "\(wishes)")
    }
  }

  /// Moves one component after the other, as the documentation describes.
  private func moved(_ wishes: [Int?]) -> [Int] {
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

  @Test("Of two components with the same preferred index, only the later one is moved")
  func sameWish() {
    #expect(PreferredOrder.places([nil, 0, nil, 0]) == [3, 0, 1, 2])
  }
}
