/// A queue of bindings that must be evaluated again, outermost first. A binding records that it's due, so it's in the
/// queue only once.
struct BindingQueue: Emptiable {
  private var heap: [Binding] = []

  mutating func insert(_ binding: Binding) {
    guard !binding.isDue else { return }
    binding.isDue = true
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
    guard let last = heap.popLast() else { return nil }
    let first = heap.first ?? last
    first.isDue = false
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

  mutating func removeAll() {
    for binding in heap { binding.isDue = false }
    heap = []
  }
}
