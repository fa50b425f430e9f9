/// A line of elements that leave in the order of their arrival. Each operation takes constant time on average.
///
/// An element is released as soon as it leaves.
struct FirstInFirstOut<Element> {
  private var arrived: [Element] = []
  /// The elements that leave next, in reverse order.
  private var leaving: [Element] = []

  var isEmpty: Bool { arrived.isEmpty && leaving.isEmpty }

  /// The element that leaves next.
  var first: Element? { leaving.last ?? arrived.first }

  mutating func append(_ element: Element) {
    arrived.append(element)
  }

  mutating func popFirst() -> Element? {
    if leaving.isEmpty {
      leaving = arrived.reversed()
      arrived = []
    }
    return leaving.popLast()
  }
}
