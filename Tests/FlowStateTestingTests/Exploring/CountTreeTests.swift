import Testing

@testable import FlowStateTesting

struct CountTreeTests {
  @Test("A count tree has the sums and places of a plain list while things come and go")
  func model() {
    var generator = SeededGenerator(seed: 34)
    var tree = CountTree()
    var list: [CountTree.Counts] = []
    let factors: CountTree.Counts = [0, 1, -1, 0]
    for _ in 0..<300 {
      let counts: CountTree.Counts = [1, Int.random(in: 1...3, using: &generator), 0, 0]
      let thing = Bool.random(using: &generator) ? counts : counts &+ [0, 0, counts[1], 1]
      tree.append(thing)
      list.append(thing)
      if Int.random(in: 0..<3, using: &generator) > 0 {
        let index = Int.random(in: list.indices, using: &generator)
        tree.subtract(list[index], at: index)
        list[index] = .zero
      }
      #expect(tree.total == list.reduce(.zero, &+))
      let before = Int.random(in: 0...list.count, using: &generator)
      #expect(tree.sum(before: before) == list[..<before].reduce(.zero, &+))
      let places = list.indices.flatMap { index in
        (0..<(list[index] &* factors).wrappedSum()).map { [index, $0] }
      }
      guard let number = places.indices.randomElement(using: &generator) else { continue }
      let found = tree.find(number, of: factors)
      #expect([found.index, found.rest] == places[number])
    }
  }
}
