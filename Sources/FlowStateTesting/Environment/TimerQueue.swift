/// The timers of a ``ManualClock``, the next one first.
///
/// A binary heap of plain numbers. The closures are stored separately, because with a million timers, memory access
/// determines the speed. Cancelling a timer releases its closure. Its entry in the heap is dropped when it comes first,
/// or when most entries are cancelled.
struct TimerQueue {
  typealias Call = @Sendable () -> Void

  /// An identifier of a timer.
  struct Timer {
    /// Timers that are scheduled later have higher numbers.
    fileprivate let number: Int
    /// The index of the closure in `slots`.
    fileprivate let slot: Int
  }

  private struct Entry {
    let due: Duration
    let timer: Timer

    /// Timers with the same time are called in the order in which they were scheduled.
    func isBefore(_ other: Entry) -> Bool {
      due < other.due || due == other.due && timer.number < other.timer.number
    }
  }

  private struct Slot {
    var number: Int
    var call: Call?
  }

  /// The entries, as a heap. The first one isn't cancelled.
  private var heap: [Entry] = []
  /// The closures of the waiting timers, each with the number of its timer.
  private var slots: [Slot] = []
  /// The indices of the slots without a closure.
  private var free: [Int] = []
  private var made = 0

  /// The number of waiting timers.
  var count: Int { slots.count - free.count }

  /// The time at which the next timer falls due; nil if no timer is waiting.
  var nextDue: Duration? { heap.first?.due }

  /// Adds a timer.
  mutating func schedule(at due: Duration, _ call: @escaping Call) -> Timer {
    made += 1
    let slot = free.popLast() ?? slots.count
    if slot == slots.count {
      slots.append(Slot(number: made, call: call))
    } else {
      slots[slot] = Slot(number: made, call: call)
    }
    let timer = Timer(number: made, slot: slot)
    heap.append(Entry(due: due, timer: timer))
    rise(from: heap.count - 1)
    return timer
  }

  /// Removes a timer and returns its closure, so that the caller can release it; nil if the timer is no longer waiting.
  mutating func cancel(_ timer: Timer) -> Call? {
    guard let call = takeCall(of: timer) else { return nil }
    if heap.count > 64, heap.count > 2 * count { dropCancelled() }
    dropCancelledFirst()
    return call
  }

  /// Removes and returns the next timer if it is due at or before a time.
  mutating func popFirst(dueBy end: Duration) -> (due: Duration, call: Call)? {
    guard let first = heap.first, first.due <= end, let call = takeCall(of: first.timer) else { return nil }
    removeFirst()
    dropCancelledFirst()
    return (first.due, call)
  }

  private mutating func takeCall(of timer: Timer) -> Call? {
    guard isWaiting(timer) else { return nil }
    free.append(timer.slot)
    return slots[timer.slot].call.take()
  }

  private func isWaiting(_ timer: Timer) -> Bool {
    slots[timer.slot].number == timer.number && slots[timer.slot].call != nil
  }

  private mutating func dropCancelledFirst() {
    while let first = heap.first, !isWaiting(first.timer) { removeFirst() }
  }

  /// Drops all cancelled entries. A sorted array is a heap.
  private mutating func dropCancelled() {
    heap = heap.filter { isWaiting($0.timer) }.sorted { $0.isBefore($1) }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink()
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while 2 * place + 1 < heap.count {
      var below = 2 * place + 1
      if below + 1 < heap.count, heap[below + 1].isBefore(heap[below]) { below += 1 }
      guard heap[below].isBefore(heap[place]) else { return }
      heap.swapAt(below, place)
      place = below
    }
  }
}
