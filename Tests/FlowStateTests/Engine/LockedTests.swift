import Dispatch
import FlowState
import Testing

@Suite struct LockedTests {
  /// Under the thread sanitizer, this test also proves that the sanitizer sees the order of the lock's owners. With a
  /// bare `Mutex`, it reports a race here.
  @Test("A lock gives its value to one thread at a time, including threads that have waited")
  func contended() {
    let value = Locked<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 64) { index in
      value.withLock { value in
        value[index] = value.count
        // Long enough that other threads arrive while the lock is held.
        for other in 0..<2_000 { value[-other] = index }
      }
    }
    let counted = value.withLock { value in value.filter { $0.key > 0 }.count }
    #expect(counted == 63)
  }

  @Test("A lock keeps a change and is released when the body throws")
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
