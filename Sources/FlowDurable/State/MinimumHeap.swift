/// A binary heap whose first element is the smallest.
struct MinimumHeap<Element: Comparable & Sendable>: Sendable {
  private var elements: [Element] = []

  init() {}

  /// Creates a heap from elements in any order.
  init(_ unsorted: [Element]) {
    // A sorted array is a heap.
    elements = unsorted.sorted()
  }

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return first }
    elements[0] = last
    var place = 0
    while 2 * place + 1 < elements.count {
      var below = 2 * place + 1
      if below + 1 < elements.count, elements[below + 1] < elements[below] { below += 1 }
      guard elements[below] < elements[place] else { break }
      elements.swapAt(below, place)
      place = below
    }
    return first
  }
}
