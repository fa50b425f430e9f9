import Testing

@testable import Hub

@Suite("The preferred order")
struct PreferredOrderTests {
  @Test(
    "wishes are granted by ascending index",
    arguments: [
      ([], []), ([nil, nil], [0, 1]), ([99], [0]), ([nil, nil, 0], [2, 0, 1]), ([99, nil, nil], [1, 2, 0]),
      ([2, nil, 3, 1, 0], [4, 3, 0, 2, 1]), ([-5, nil], [0, 1]), ([nil, -5], [1, 0]), ([.max, nil, .min], [2, 1, 0]),
    ] as [([Int?], [Int])])
  func wishes(wishes: [Int?], order: [Int]) {
    #expect(PreferredOrder.places(wishes) == order)
  }

  @Test("of two with the same wish the later one gets it, the earlier stays where it was")
  func sameWish() {
    #expect(PreferredOrder.places([nil, 0, nil, 0]) == [3, 0, 1, 2])
  }
}
