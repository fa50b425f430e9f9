import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDocuments

/// The steps that every way passes.
struct DominatorTreeTests {
  @Test("On random graphs, a node dominates another one if no way avoids it")
  func random() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<trials(2_000, few: 300) {
      let count = Int.random(in: 1...12, using: &generator)
      let targets = (0..<count).map { _ in
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in Int.random(in: 0..<count, using: &generator) }
      }
      let tree = DominatorTree(from: 0, targets)
      let reached = Self.reached(targets, without: nil)
      for node in 0..<count {
        #expect(tree.isReached(node) == reached.contains(node))
        for other in 0..<count where reached.contains(node) && reached.contains(other) {
          let avoids = other != node && Self.reached(targets, without: other).contains(node)
          #expect(tree.passes(other, before: node) == !avoids, "\(targets) \(other) before \(node)")
        }
      }
    }
  }

  private static func reached(_ targets: [[Int]], without removed: Int?) -> Set<Int> {
    guard removed != 0 else { return [] }
    var reached: Set<Int> = [0]
    var open = [0]
    while let node = open.popLast() {
      for target in targets[node] where target != removed && reached.insert(target).inserted { open.append(target) }
    }
    return reached
  }
}
