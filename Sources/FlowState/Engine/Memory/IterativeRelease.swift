/// Releases the references of a step without deep recursion.
///
/// Releasing a step releases its next step and everything that its closures capture, often another step. A chain of a million
/// steps would need a stack of a million frames. Up to a small depth, releases are nested, because that is fast. Deeper
/// references are deferred, and the outermost release releases them one by one.
enum IterativeRelease {
  private static let depthLimit = 24

  private final class Heap {
    var references: [Any] = []
  }

  /// Calls `drop`, which releases references. If the call is nested deeply, first defers `references` to the outermost call,
  /// so that `drop` never releases the last reference.
  static func shallowly(_ drop: () -> Void, keeping references: () -> Any) {
    let depth = CurrentThread.releaseDepth
    guard depth < depthLimit else {
      putAside(references())
      drop()
      return
    }
    CurrentThread.releaseDepth = depth + 1
    drop()
    if depth == 0, CurrentThread.releaseHeap != nil { emptyHeap() }
    CurrentThread.releaseDepth = depth
  }

  private static func putAside(_ references: Any) {
    let heap: Heap
    if let existing = CurrentThread.releaseHeap {
      heap = Unmanaged<Heap>.fromOpaque(existing).takeUnretainedValue()
    } else {
      heap = Heap()
      CurrentThread.releaseHeap = Unmanaged.passRetained(heap).toOpaque()
    }
    heap.references.append(references)
  }

  private static func emptyHeap() {
    guard let pointer = CurrentThread.releaseHeap else { return }
    let heap = Unmanaged<Heap>.fromOpaque(pointer).takeRetainedValue()
    // Each release can defer more references.
    while releaseNext(of: heap) {}
    CurrentThread.releaseHeap = nil
  }

  private static func releaseNext(of heap: Heap) -> Bool {
    heap.references.popLast() != nil
  }
}
