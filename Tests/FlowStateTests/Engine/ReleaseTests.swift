import TestSupport
import Testing

@testable import FlowState

/// Taking long chains of references apart in constant stack.
struct ReleaseTests {
  /// A node whose release releases the next one, as a step's does.
  private final class Node {
    var next: Node?
    let alive: CountedObject
    let dying: () -> Void

    init(_ next: Node?, _ alive: CountedObject, dying: @escaping () -> Void = {}) {
      self.next = next
      self.alive = alive
      self.dying = dying
    }

    deinit {
      dying()
      IterativeRelease.shallowly {
        next = nil
      } keeping: {
        next as Any
      }
    }
  }

  @Test("a chain of a million is released on a small stack")
  func chain() {
    let objects = ObjectCounter()
    onSmallStack {
      var first: Node?
      for _ in 0..<trials(1_000_000, sanitized: 100_000) { first = Node(first, objects.makeObject()) }
      _ = first
    }
    #expect(objects.living == 0)
  }

  @Test("the chain is gone when the release returns, however long it was", arguments: [0, 1, 23, 24, 25, 26, 1_000])
  func atOnce(length: Int) {
    let objects = ObjectCounter()
    var first: Node?
    for _ in 0..<length { first = Node(first, objects.makeObject()) }
    #expect(objects.living == length)
    first = nil
    #expect(first == nil && objects.living == 0)
  }

  @Test("a release that makes and releases another chain does not get lost in it")
  func reentrant() {
    let objects = ObjectCounter()
    var first: Node?
    for index in 0..<200 {
      first = Node(first, objects.makeObject()) {
        guard index.isMultiple(of: 20) else { return }
        var other: Node?
        for _ in 0..<100 { other = Node(other, objects.makeObject()) }
        _ = other
      }
    }
    first = nil
    #expect(first == nil && objects.living == 0)
  }

  @Test("nothing is left on the thread for the next release")
  func threadIsClean() {
    let objects = ObjectCounter()
    onSmallStack {
      for _ in 0..<3 {
        var first: Node?
        for _ in 0..<100 { first = Node(first, objects.makeObject()) }
        first = nil
        precondition(first == nil && CurrentThread.releaseDepth == 0 && CurrentThread.releaseHeap == nil)
      }
    }
    #expect(objects.living == 0)
  }
}
