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

/// A lock for a few instructions, in one byte.
///
/// It guards the fields of a handler. Nothing is allocated, released or called under it. The thread sanitizer understands it,
/// which it does not of `Mutex` on Linux. A thread that finds it taken gives its time to the others.
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
