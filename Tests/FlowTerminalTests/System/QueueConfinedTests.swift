import TestSupport
import Testing

@testable import FlowTerminal

@Suite("QueueConfined")
struct QueueConfinedTests {
  @Test("lets one thread at a time at the state")
  func exclusive() async {
    let count = QueueConfined(0, label: "count")
    await onThreads(8) { _ in
      for _ in 0..<2_000 { count.withState { $0 += 1 } }
    }
    #expect(count.withState { $0 } == 16_000)
  }

  @Test("is an actor on that queue, for those who await")
  func awaited() async {
    let count = QueueConfined(0, label: "count")
    await count.checkIsolation()
  }
}

extension QueueConfined {
  fileprivate func checkIsolation() {
    preconditionIsolated()
  }
}
