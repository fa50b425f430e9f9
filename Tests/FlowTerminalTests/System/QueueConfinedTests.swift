import TestSupport
import Testing

@testable import FlowTerminal

@Suite("QueueConfined")
struct QueueConfinedTests {
  @Test("One thread at a time has access to the state")
  func exclusive() async {
    let count = QueueConfined(0, label: "count")
    await onThreads(8) { _ in
      for _ in 0..<2_000 { count.withState { $0 += 1 } }
    }
    #expect(count.withState { $0 } == 16_000)
  }

  @Test("QueueConfined is an actor on its queue")
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
