import FlowJSON
import Foundation
import Nimbus
import Synchronization
import Testing

@Suite("Depth of decoding")
struct DecodingDepthTests {
  private struct Tree: Decodable {
    let below: [Tree]?
  }

  @Test("the deepest value that is decoded fits the stack of a worker thread")
  func deepest() {
    let outcome = Mutex("")
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let tree = (0..<64).reduce([:] as JSONValue) { tree, _ in ["below": [tree]] }
      let result = decodingOutcome { try NimbusDecoder.decode(Tree.self, from: tree).below?.count ?? 0 }
      outcome.withLock { $0 = result }
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    #expect(outcome.withLock { $0 } == "1")
  }
}
