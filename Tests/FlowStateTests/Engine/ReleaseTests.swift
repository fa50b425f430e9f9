import TestSupport
import Testing

@testable import FlowState

/// Releasing long chains of references in constant stack space.
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

  @Test("A chain of a million nodes is released on a small stack")
  func chain() {
    let objects = ObjectCounter()
    onSmallStack {
      var first: Node?
      for _ in 0..<trials(1_000_000, few: 100_000) { first = Node(first, objects.makeObject()) }
      _ = first
    }
    #expect(objects.living == 0)
  }

  @Test("A chain of any length is gone when its release returns", arguments: [0, 1, 23, 24, 25, 26, 1_000])
  func atOnce(length: Int) {
    let objects = ObjectCounter()
    var first: Node?
    for _ in 0..<length { first = Node(first, objects.makeObject()) }
    #expect(objects.living == length)
    first = nil
    #expect(first == nil && objects.living == 0)
  }

  @Test("A release that makes and releases another chain releases both")
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

  @Test("A release leaves nothing on the thread for the next release")
  func threadIsClean() {
    let objects = ObjectCounter()
    onSmallStack {
      for _ in 0..<3 {
        var first: Node?
        for _ in 0..<100 { first = Node(first, objects.makeObject()) }
        first = nil
        precondition(first == nil && IterativeRelease.nestedReleases == 0 && IterativeRelease.deferred == nil)
      }
    }
    #expect(objects.living == 0)
  }
}
