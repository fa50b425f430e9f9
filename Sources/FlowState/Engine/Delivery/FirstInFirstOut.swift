/// A queue in which each operation takes constant time on average. An element is released as soon as it leaves.
package struct FirstInFirstOut<Element> {
  private var arrived: [Element] = []
  /// The elements that leave next, in reverse order.
  private var leaving: [Element] = []

  package init() {}

  package var isEmpty: Bool { arrived.isEmpty && leaving.isEmpty }

  /// The element that leaves next.
  package var first: Element? { leaving.last ?? arrived.first }

  package mutating func append(_ element: Element) {
    arrived.append(element)
  }

  package mutating func popFirst() -> Element? {
    if leaving.isEmpty {
      // Most often there is only one.
      if arrived.count <= 1 { return arrived.popLast() }
      swap(&arrived, &leaving)
      leaving.reverse()
    }
    defer { if leaving.isEmpty, leaving.capacity > Self.keptCapacity { leaving = [] } }
    return leaving.popLast()
  }

  /// The capacity up to which an empty queue keeps its memory. Allocating room for each element would cost more than the rest.
  private static var keptCapacity: Int { 64 }
}
