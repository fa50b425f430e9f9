/// Alarms in the order in which they are due; one that is called off leaves no trace.
///
/// A heap whose members know their places, so that removing any of them takes as little as removing the first.
struct AlarmHeap {
  private var alarms: [Alarm] = []

  /// The alarm that is due first; of several that are due together the one that was asked for first.
  var first: Alarm? { alarms.first }

  mutating func insert(_ alarm: Alarm) {
    alarms.append(alarm)
    rise(alarm, from: alarms.count - 1)
  }

  /// Removes an alarm, if it is here.
  mutating func remove(_ alarm: Alarm) {
    guard let place = alarm.place else { return }
    alarm.place = nil
    let last = alarms.removeLast()
    guard last !== alarm else { return }
    rise(last, from: sink(last, from: place))
  }

  /// Moves an alarm up to where none that is due later stands above it.
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

  /// Finds the place for an alarm that leaves none which is due earlier below it, and moves those up.
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

/// A call that was asked for.
///
/// Guard of `@unchecked Sendable`: the lock of the alarm's queue, for all that changes.
final class Alarm: @unchecked Sendable {
  /// Holds what will make the call; a queue whose alarms wait stays alive.
  let queue: AlarmQueue
  /// When it is due, in nanoseconds of the system's uptime.
  let deadline: UInt64
  /// How many alarms were asked for before it, and itself.
  let number: Int
  /// What is to be called, until it is or the alarm is called off. Guard: the lock of the queue.
  @exclusivity(unchecked) var call: (@Sendable () -> Void)?
  /// Where in the heap the alarm is, while it waits. Guard: as for the call.
  @exclusivity(unchecked) fileprivate(set) var place: Int?

  init(in queue: AlarmQueue, at deadline: UInt64, number: Int, _ call: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.deadline = deadline
    self.number = number
    self.call = call
  }

  /// Whether this alarm is made before another one.
  func isBefore(_ other: Alarm) -> Bool {
    deadline < other.deadline || deadline == other.deadline && number < other.number
  }
}
