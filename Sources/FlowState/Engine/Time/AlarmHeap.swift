/// The waiting alarms, ordered by deadline.
///
/// Each alarm knows its index in the heap, so removing any alarm is as fast as removing the first one.
struct AlarmHeap {
  private var alarms: [Alarm] = []

  /// The alarm with the earliest deadline. If several have the same deadline, the one that was scheduled first.
  var first: Alarm? { alarms.first }

  mutating func insert(_ alarm: Alarm) {
    alarms.append(alarm)
    rise(alarm, from: alarms.count - 1)
  }

  /// Removes an alarm, if the heap contains it.
  mutating func remove(_ alarm: Alarm) {
    guard let place = alarm.place else { return }
    alarm.place = nil
    let last = alarms.removeLast()
    guard last !== alarm else { return }
    rise(last, from: sink(last, from: place))
  }

  /// Moves an alarm up until no alarm above it is due later.
  private mutating func rise(_ alarm: Alarm, from start: Int) {
    var place = start
    while place > 0 {
      let above = (place - 1) / 2
      guard alarm.isBefore(alarms[above]) else { break }
      put(alarms[above], at: place)
      place = above
    }
    put(alarm, at: place)
  }

  /// Finds an index for an alarm with no earlier alarm below it, and moves the earlier alarms up.
  private mutating func sink(_ alarm: Alarm, from start: Int) -> Int {
    var place = start
    while true {
      var below = 2 * place + 1
      guard below < alarms.count else { return place }
      if below + 1 < alarms.count, alarms[below + 1].isBefore(alarms[below]) { below += 1 }
      guard alarms[below].isBefore(alarm) else { return place }
      put(alarms[below], at: place)
      place = below
    }
  }

  private mutating func put(_ alarm: Alarm, at place: Int) {
    alarms[place] = alarm
    alarm.place = place
  }
}

/// A scheduled call.
///
/// `@unchecked Sendable`: the lock of the alarm's queue guards everything that changes.
final class Alarm: @unchecked Sendable {
  /// The queue that will make the call. A queue stays alive while its alarms wait.
  let queue: AlarmQueue
  /// The deadline, in nanoseconds of the system's uptime.
  let deadline: UInt64
  /// The number of the alarm. Later alarms have higher numbers.
  let number: Int
  /// The closure to call, until it is called or the alarm is cancelled. Guarded by the queue's lock.
  @exclusivity(unchecked) var call: (@Sendable () -> Void)?
  /// The index of the alarm in the heap, while it waits. Guarded by the queue's lock.
  @exclusivity(unchecked) fileprivate(set) var place: Int?

  init(in queue: AlarmQueue, at deadline: UInt64, number: Int, _ call: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.deadline = deadline
    self.number = number
    self.call = call
  }

  /// Whether this alarm is due before another one.
  func isBefore(_ other: Alarm) -> Bool {
    deadline < other.deadline || deadline == other.deadline && number < other.number
  }
}
