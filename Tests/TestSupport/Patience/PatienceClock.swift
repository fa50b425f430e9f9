import Dispatch
import Foundation
import Synchronization

/// Counts the seconds that tests wait in vain.
///
/// A second counts if the pool of Swift's tasks and the main actor take many turns in it. While other tests keep one of
/// them busy, which takes minutes under the thread sanitizer, or when the main actor explores schedules, the event that a
/// test waits for can't happen. If one of them takes no turns at all, the waits must end nevertheless: one second in 15
/// counts then, or one in 5 if the process is idle.
final class PatienceClock: Sendable {
  static let shared = PatienceClock()

  /// The number of seconds that a test waits: far longer than any machine needs, and less than a minute.
  static let limit = 40

  private struct State {
    /// Whether the pool and the main actor have taken their turns since the latest counted second.
    var isRound = true
    var processorTime = clock()
    var ticks = 0
    var alarms: [Int: (due: Int, call: @Sendable () -> Void)] = [:]
    var alarmCount = 0
  }

  private let counted = Atomic(0)
  private let state = Guarded(State())
  /// It has no target, so it has a thread of its own when other tests keep the pools busy.
  private let queue = DispatchQueue(label: "TestSupport.patience")

  private init() {
    scheduleTick()
  }

  /// The seconds that have counted so far. Reading them orders no threads.
  var seconds: Int { counted.load(ordering: .relaxed) }
  /// The count of seconds at which a wait that begins now ends.
  var deadline: Int { seconds + Self.limit }

  /// Calls a closure at the deadline of a wait that begins now, on the clock's queue.
  ///
  /// - Parameter call: The closure.
  /// - Returns: A closure that cancels the call.
  func setAlarm(_ call: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.alarmCount += 1
      state.alarms[state.alarmCount] = (deadline, call)
      return state.alarmCount
    }
    return { [self] in _ = state.withLock { $0.alarms.removeValue(forKey: number) } }
  }

  private func scheduleTick() {
    queue.asyncAfter(deadline: .now() + 1) { [self] in
      scheduleTick()
      tick()
    }
  }

  private func tick() {
    let now = clock()
    let (beginsRound, due) = state.withLock { state in
      // Less than a tenth of a processor.
      let isIdle = now - state.processorTime < CLOCKS_PER_SEC / 10
      state.processorTime = now
      state.ticks += 1
      guard state.isRound || state.ticks >= (isIdle ? 5 : 15) else { return (false, [@Sendable () -> Void]()) }
      let beginsRound = state.isRound
      state.isRound = false
      state.ticks = 0
      let seconds = counted.add(1, ordering: .relaxed).newValue
      let due = state.alarms.filter { $0.value.due <= seconds }
      for number in due.keys { state.alarms[number] = nil }
      return (beginsRound, due.sorted { $0.key < $1.key }.map(\.value.call))
    }
    if beginsRound {
      Task.detached { [self] in
        // The event that a test waits for takes many turns, too.
        for _ in 0..<100 { await Task.yield() }
        for _ in 0..<10 { await MainActor.run {} }
        state.withLock { $0.isRound = true }
      }
    }
    for call in due { call() }
  }
}
