import FlowDurable
import FlowJSON
import FlowState
import Foundation

extension Program {
  /// Writes a journal of at least a size: runs of 50 records, which all wait.
  static func grow(_ path: String, _ size: Int) async throws {
    let store = try FileStore(at: path, surviving: .process)
    var records = 0
    while try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 < size {
      for _ in 0..<100 { _ = try await store.add(NewRun(flow: "grow")) }
      let claimed = try await store.claim(ClaimRequest(["grow"], limit: 100, lease: .seconds(3_600)))
      try await withThrowingTaskGroup { group in
        for run in claimed {
          group.addTask {
            var run = run
            for number in 1...50 {
              var settled = FlowRecord.Settled(step: "step \(number % 7)", visit: number)
              settled.result = ["id": .string("p\(number)"), "cents": .integer(Int64(number) * 990)]
              settled.set["ThePayment"] = KeptValue(["id": .string("p\(number)"), "state": "booked"])
              settled.destination = "step \((number + 1) % 7)"
              run.note(
                try await store.append(
                  [FlowRecord(.settled(settled))], to: run,
                  then: number < 50 ? .hold(lease: .seconds(3_600)) : .wait(.never, for: [])))
            }
          }
        }
        try await group.waitForAll()
      }
      records += 51 * claimed.count
    }
    try await store.close()
    say("\(records) records")
  }

  /// Opens a journal, and prints how many records it has and how many it reads in a second.
  static func open(_ path: String) async throws {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let clock = ContinuousClock()
    let start = clock.now
    let store = try FileStore(at: path)
    let seconds = Double((clock.now - start) / .milliseconds(1)) / 1_000
    let records = try await store.runs(RunQuery(), after: nil, limit: .max).reduce(0) { $0 + $1.lastRecord }
    say("\(size >> 20) MiB, \(records) records, opened in \(seconds) s: \(Int(Double(records) / seconds)) records/s")
  }
}
