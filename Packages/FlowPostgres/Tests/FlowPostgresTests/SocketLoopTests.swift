import Foundation
import Testing

@testable import FlowPostgres

/// The thread that waits for the sockets of a store.
struct SocketLoopTests {
  /// Two sockets that are connected.
  private struct Pair {
    let ends: [Int32]

    init() {
      var ends: [Int32] = [0, 0]
      #if canImport(Glibc)
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      #else
        socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
      #endif
      self.ends = ends
    }

    func write() { _ = send(ends[0], "x", 1, 0) }

    func read() {
      var byte: UInt8 = 0
      _ = recv(ends[1], &byte, 1, 0)
    }

    func close() { for end in ends { Foundation.close(end) } }
  }

  @Test func `The loop calls the socket that has something to read`() async throws {
    let (loop, first, second) = (SocketLoop(), Pair(), Pair())
    let (calls, continuation) = AsyncStream<String>.makeStream()
    continuation.finishPatiently(orSay: "The socket was not called")
    var numbers: [Int] = []
    for (name, pair) in [("first", first), ("second", second)] {
      numbers.append(
        try #require(
          loop.add(pair.ends[1]) {
            pair.read()
            continuation.yield(name)
          }))
    }
    var call = calls.makeAsyncIterator()
    for (name, pair) in [("second", second), ("first", first), ("second", second)] {
      pair.write()
      #expect(await call.next() == name)
    }
    // Other tests may get the descriptors next.
    for number in numbers { loop.remove(number) }
    for pair in [first, second] { pair.close() }
  }

  @Test func `The loop calls a socket that takes more, while something waits for that`() async throws {
    let (loop, pair) = (SocketLoop(), Pair())
    let (calls, continuation) = AsyncStream<Void>.makeStream()
    continuation.finishPatiently(orSay: "The socket was not called")
    let number = try #require(loop.add(pair.ends[1]) { continuation.yield() })
    loop.setWriting(true, of: number)
    var call = calls.makeAsyncIterator()
    await call.next()
    loop.remove(number)
    pair.close()
  }

  @Test func `A socket that was removed has no more calls, and its thread ends with the last one`() async throws {
    let (loop, pair) = (SocketLoop(), Pair())
    let threads = Locked<[Thread]>([])
    // The second socket gets a new thread.
    for _ in 1...2 {
      let (calls, continuation) = AsyncStream<Void>.makeStream()
      continuation.finishPatiently(orSay: "The socket was not called")
      let number = try #require(
        loop.add(pair.ends[1]) {
          pair.read()
          threads.withLock { $0.append(Thread.current) }
          continuation.yield()
        })
      pair.write()
      var call = calls.makeAsyncIterator()
      await call.next()
      loop.remove(number)
      try await patiently("The thread did not end") { threads.withLock { $0.last?.isFinished ?? false } }
    }
    #expect(threads.withLock { $0.count } == 2)
    // Nothing reads these bytes.
    pair.write()
    pair.close()
  }
}
