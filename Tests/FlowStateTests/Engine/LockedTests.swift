import Dispatch
import FlowState
import Testing

@Suite struct LockedTests {
  /// Under the thread sanitizer this is also the proof that it sees who hands the value to whom: with a bare `Mutex` it reports a race
  /// here.
  @Test("gives the value to one thread at a time, also to those that have waited for it")
  func contended() {
    let value = Locked<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 64) { index in
      value.withLock { value in
        value[index] = value.count
        // So long that others come while the lock is held.
        for other in 0..<2_000 { value[-other] = index }
      }
    }
    let counted = value.withLock { value in value.filter { $0.key > 0 }.count }
    #expect(counted == 63)
  }

  @Test("gives the value back when the body throws")
  func throwing() {
    struct Failure: Error {}
    let value = Locked(1)
    #expect(throws: Failure.self) {
      try value.withLock { value in
        value = 2
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }
}
