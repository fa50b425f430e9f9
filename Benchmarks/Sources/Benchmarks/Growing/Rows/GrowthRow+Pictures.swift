import FlowChains
import FlowPictures
import FlowState

extension GrowthRow {
  static let ofPictures = [
    drawing("`mermaid()`") { $0.mermaid() }, drawing("`graphviz()`") { $0.graphviz() },
  ]

  private static func drawing(_ name: String, _ draw: @escaping @Sendable (_ chain: FlowChain) -> String) -> GrowthRow {
    GrowthRow("\(name) of n steps with named routes", from: 500) { size, stopwatch, _ in
      let chain = namedChain(size)
      stopwatch.start()
      let text = draw(chain)
      stopwatch.stop()
      try WrongGrowth.check(name, expected: 1, found: text.utf8.count > 20 * size ? 1 : 0)
    }
  }
}
