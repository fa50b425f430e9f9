import FlowDurable
import FlowState
import Foundation

/// The program that is killed.
struct Killed {
  let path: String
  let ledger: Ledger

  init(_ path: String, _ ledger: String) {
    self.path = path
    self.ledger = Ledger(ledger)
  }

  /// Starts runs, and works until the process is killed.
  ///
  /// - Parameter number: The number of the process.
  /// - Throws: An error of the store.
  func work(_ number: Int) async throws {
    let store = try FileStore(at: path, surviving: number % 2 == 0 ? .process : .power)
    let flow = try workFlow { [ledger] effect in ledger.note(effect) }
    let worker = FlowWorker(store, running: [flow], atOnce: 8)
    let working = Task { try await worker.run() }
    for count in 1...20 {
      let key = "\(number)-\(count)"
      let run = try await worker.start(flow, key, key: key)
      ledger.note("started \(key)")
      try await run.send(Parcel(tracking: key), key: "parcel")
      ledger.note("sent \(key)")
      // Whoever comes too late is told so.
      if count % 4 == 0, (try? await run.goBack(to: "book")) != nil { ledger.note("back \(key)") }
      if count % 5 == 0, (try? await run.cancel()) != nil { ledger.note("cancelled \(key)") }
    }
    try await working.value
  }

  /// Works until all runs have ended, and notes how.
  func finish() async throws {
    let store = try FileStore(at: path)
    let flow = try workFlow { [ledger] effect in ledger.note(effect) }
    let worker = FlowWorker(store, running: [flow], atOnce: 8)
    var round = 0
    while true {
      try await worker.runUntilIdle()
      let resting = try await store.runs(RunQuery(states: [.waiting, .parked]), after: nil, limit: .max)
      if resting.isEmpty { break }
      for summary in resting {
        guard let run = try await worker.find(flow, number: summary.number) else { continue }
        if case .parked(let reason) = summary.state {
          // Five processes in a row have died with it.
          guard reason.hasPrefix("Claimed 5 times without a record"), round < 10 else { break }
          ledger.note("parked \(summary.key ?? "-")")
          try await run.retry()
        } else {
          // Its sender has died before it sent, or the run has gone back and waits for another parcel.
          try await run.send(Parcel(tracking: summary.key ?? ""), key: "again \(round)")
        }
      }
      if round == 10 { break }
      round += 1
    }
    for summary in try await store.runs(RunQuery(), after: nil, limit: .max) {
      let key = summary.key ?? "-"
      switch summary.state {
      case .ended:
        switch try await worker.find(flow, number: summary.number)?.outcome() {
        case nil: ledger.note("ended \(key) forgotten")
        case .completed(let result): ledger.note("ended \(key) completed \(result ?? "-")")
        case .failed(let error): ledger.note("ended \(key) failed \(error)")
        case .cancelled: ledger.note("ended \(key) cancelled")
        }
      default: ledger.note("ended \(key) \(summary.state)")
      }
      for record in try await store.records(of: summary.number, after: 0, limit: .max) {
        if case .settled(let settled) = record.body {
          ledger.note("settled work/\(key)/\(settled.step)#\(settled.visit)")
        }
      }
    }
    try await store.close()
  }
}
