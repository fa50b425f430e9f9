public import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// A lock of one byte, for a few instructions at a time.
///
/// It guards the fields of a handler. It is never held during an allocation, a release or a call of a closure. The
/// thread sanitizer understands it, but doesn't understand `Mutex` on Linux. A thread that finds the lock taken yields to other threads.
@usableFromInline
struct SpinLock: ~Copyable, Sendable {
  @usableFromInline let isTaken = Atomic<Bool>(false)

  @inlinable
  init() {}

  @inlinable
  func lock() {
    if !isTaken.exchange(true, ordering: .acquiring) { return }
    wait()
  }

  @inlinable
  func unlock() {
    isTaken.store(false, ordering: .releasing)
  }

  @usableFromInline
  func wait() {
    repeat {
      sched_yield()
    } while isTaken.load(ordering: .relaxed) || isTaken.exchange(true, ordering: .acquiring)
  }
}
