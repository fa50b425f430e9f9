/// A queue of bindings to evaluate again, without duplicates. The outermost comes first.
struct BindingQueue {
  private var heap: [Binding] = []
  private var serials: Set<Int> = []

  mutating func insert(_ binding: Binding) {
    guard serials.insert(binding.serial).inserted else { return }
    heap.append(binding)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].serial < heap[parent].serial else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Binding? {
    guard let first = heap.first else { return nil }
    serials.remove(first.serial)
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].serial < heap[least].serial
      {
        least = child
      }
      guard least != parent else { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
