@testable import FlowDurable
import FlowState
import Testing

/// The records that a store has read lately.
struct RecentRecordsTests {
  private func place(_ number: Int, length: Int = 100) -> JournalPlace {
    JournalPlace(offset: number * 4_096, length: length)
  }

  @Test func `The oldest record gives way when there are too many`() {
    var recent = RecentRecords()
    let record = FlowRecord(.started(.init(step: "pay", visit: 1)))
    for number in 0...RecentRecords.mostRecords { recent.add(record, at: place(number)) }
    #expect(recent.count == RecentRecords.mostRecords)
    #expect(recent[place(0)] == nil && recent[place(1)] == record && recent[place(RecentRecords.mostRecords)] == record)
    recent.add(record, at: place(1))
    #expect(recent.count == RecentRecords.mostRecords && recent[place(2)] == record)
    recent.removeAll()
    #expect(recent.count == 0 && recent[place(1)] == nil)
  }

  @Test func `A record of a large line isn't kept`() {
    var recent = RecentRecords()
    recent.add(FlowRecord(.started(.init(step: "pay", visit: 1))), at: place(1, length: RecentRecords.largestLine + 1))
    #expect(recent.count == 0)
  }

  @Test func `A line is about the runs that it changes, until it is written`() {
    var pending = PendingCommit()
    pending.add([1], needsSync: true, about: [7, 8])
    pending.add([2], needsSync: false)
    #expect(pending.concerns(7) && pending.concerns(8) && !pending.concerns(9))
    pending.begin()
    _ = pending.wrote(arrived: 0, sync: .zero)
    #expect(!pending.concerns(7))
  }
}
