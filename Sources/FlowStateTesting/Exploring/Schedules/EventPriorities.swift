/// The random priorities of the events that can happen, the highest one first.
///
/// A binary heap, because thousands of events can wait at each choice. Events that no longer wait are dropped when they
/// come first.
struct EventPriorities {
  private typealias Entry = (priority: UInt64, id: Int)

  private var heap: [Entry] = []
  /// The number of the last event that has a priority.
  private var last = 0

  /// Returns the event with the highest priority; nil if no event is waiting. Assigns priorities to new events.
  mutating func highest(
    in events: PendingEvents, with generator: inout SeededGenerator
  ) -> (id: Int, priority: UInt64)? {
    // An offer can leave out the events of other offers. They keep their priorities until they are offered again.
    guard events.made >= last else { return nil }
    while last < events.made {
      last += 1
      // Never zero, the priority of postponed events.
      if events[last] != nil { insert((generator.next() | 1, last)) }
    }
    while let first = heap.first {
      if events[first.id] != nil { return (first.id, first.priority) }
      removeFirst()
    }
    return nil
  }

  /// Gives the event with the highest priority the lowest one.
  mutating func postpone(_ id: Int) {
    guard heap.first?.id == id else { return }
    removeFirst()
    insert((0, id))
  }

  private mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[(place - 1) / 2].priority < heap[place].priority {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while 2 * place + 1 < heap.count {
      var below = 2 * place + 1
      if below + 1 < heap.count, heap[below].priority < heap[below + 1].priority { below += 1 }
      guard heap[place].priority < heap[below].priority else { return }
      heap.swapAt(place, below)
      place = below
    }
  }
}
