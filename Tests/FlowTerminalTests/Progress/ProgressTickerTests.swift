import Dispatch
import Testing

@testable import FlowTerminal

@Suite("ProgressTicker")
struct ProgressTickerTests {
  @Test("A ticker ticks repeatedly by the clock")
  func clock() async {
    let ticks = AsyncStream.makeStream(of: Void.self)
    let end = ProgressTicker.every(milliseconds: 1).begin { ticks.continuation.yield() }
    var seen = 0
    for await _ in ticks.stream {
      seen += 1
      if seen == 3 { break }
    }
    end()
    #expect(seen == 3)
  }
}
