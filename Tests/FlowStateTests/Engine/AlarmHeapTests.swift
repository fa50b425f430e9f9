import Testing

@testable import FlowState

@Suite("AlarmHeap")
struct AlarmHeapTests {
  @Test("The alarm heap orders alarms by deadline, and alarms with the same deadline by arrival")
  func order() {
    var heap = AlarmHeap()
    for (number, deadline) in [5, 3, 9, 3, 7, 1, 9, 3, 2, 8].enumerated() {
      heap.insert(alarm(number, at: UInt64(deadline)))
    }
    #expect(heap.drained() == [5, 8, 1, 3, 7, 0, 4, 9, 2, 6])
  }

  @Test("Removing any alarm keeps the order of the others", arguments: 0..<10)
  func removal(removed: Int) {
    let alarms = [5, 3, 9, 4, 7, 1, 10, 6, 2, 8].enumerated().map { alarm($0, at: UInt64($1)) }
    var heap = AlarmHeap()
    for alarm in alarms { heap.insert(alarm) }
    heap.remove(alarms[removed])
    #expect(heap.drained() == [5, 8, 1, 3, 0, 7, 4, 9, 2, 6].filter { $0 != removed })
  }

  @Test("The alarm heap keeps its order while thousands of alarms are added and removed")
  func many() {
    var heap = AlarmHeap()
    var waiting: [Alarm] = []
    var state: UInt64 = 1
    for number in 0..<4_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let newcomer = alarm(number, at: state >> 54)
      heap.insert(newcomer)
      waiting.append(newcomer)
      if number % 3 != 0 {
        heap.remove(waiting.remove(at: Int(state >> 33) % waiting.count))
      }
    }
    let expected = waiting.sorted { $0.deadline < $1.deadline || $0.deadline == $1.deadline && $0.number < $1.number }
    #expect(heap.drained() == expected.map(\.number))
  }

  @Test("Removing an alarm that is not in the heap changes nothing")
  func absent() {
    var heap = AlarmHeap()
    let (gone, kept) = (alarm(0, at: 1), alarm(1, at: 2))
    heap.insert(gone)
    heap.insert(kept)
    heap.remove(gone)
    heap.remove(gone)
    #expect(heap.drained() == [1])
    heap.remove(kept)
    #expect(heap.first == nil)
  }

  private func alarm(_ number: Int, at deadline: UInt64) -> Alarm {
    Alarm(in: AlarmQueue(), at: deadline, number: number) {}
  }
}

extension AlarmHeap {
  /// The numbers of the alarms in the order in which they are due.
  fileprivate mutating func drained() -> [Int] {
    var numbers: [Int] = []
    while let first {
      numbers.append(first.number)
      remove(first)
    }
    return numbers
  }
}
