import FlowJSON
import Foundation
import Nimbus
import Synchronization
import TestSupport
import Testing

@Suite("Depth of decoding")
struct DecodingDepthTests {
  private struct Tree: Decodable {
    let below: [Tree]?
  }

  @Test("The deepest allowed value is decoded on the stack of a worker thread")
  func deepest() {
    let outcome = onSmallStack {
      let tree = (0..<64).reduce([:] as JSONValue) { tree, _ in ["below": [tree]] }
      return decodingOutcome { try NimbusDecoder.decode(Tree.self, from: tree).below?.count ?? 0 }
    }
    #expect(outcome == "1")
  }
}
