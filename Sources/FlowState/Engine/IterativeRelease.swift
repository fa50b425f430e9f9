/// Releases what a step refers to without deep recursion.
///
/// Releasing a step releases its successor and whatever its closures capture, often again a step: a chain of a million
/// would need a stack of a million frames. Up to a small depth that is what happens, because it is fast. Deeper down the
/// references are put aside, and the outermost release lets go of them one by one.
enum IterativeRelease {
  private static let depthLimit = 24

  private final class Heap {
    var references: [Any] = []
  }

  /// Calls `drop`, which lets go of references; or, deep down, puts `references` aside for the outermost call first, so that
  /// `drop` releases nothing for the last time.
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
    // What is released here may put more aside.
    while releaseNext(of: heap) {}
    CurrentThread.releaseHeap = nil
  }

  private static func releaseNext(of heap: Heap) -> Bool {
    heap.references.popLast() != nil
  }
}
