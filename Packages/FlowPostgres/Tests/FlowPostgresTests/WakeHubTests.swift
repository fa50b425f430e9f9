import Testing

@testable import FlowPostgres

/// The streams of hints that a store has given out.
struct WakeHubTests {
  @Test func `a stream that has ended before it is added isn't kept`() async {
    let hub = WakeHub()
    let (_, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.finish()
    await hub.add(continuation)
    #expect(await hub.continuations.isEmpty)
  }

  @Test func `a stream that goes on is kept, and gets a hint`() async {
    let hub = WakeHub()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await hub.add(continuation)
    #expect(await hub.continuations.count == 1)
    for await _ in stream { break }
  }
}
