import FlowDurable
import FlowState
import FlowStateTesting
import Foundation

/// Leaves runs of the work flow at several positions, for a journal that a release keeps.
struct Example {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  func leave() async throws {
    // A clock that stands still makes the journal the same each time, but for the numbers that identify it.
    let clock = ManualClock()
    clock.advance(by: .seconds(1_760_000_000))
    let store = try FileStore(at: path, timed: clock)
    let flow = try workFlow { _ in }
    let worker = FlowWorker(store, running: [flow], timed: clock)
    func start(_ key: String) async throws -> DurableRun<String, String> { try await worker.start(flow, key, key: key) }
    let completed = try await start("completed")
    try await completed.send(Parcel(tracking: "T1"), key: "parcel")
    let cancelled = try await start("cancelled")
    _ = try await start("waiting")
    try await worker.runUntilIdle()
    try await cancelled.cancel()
    let back = try await start("back")
    try await worker.runUntilIdle()
    try await back.goBack(to: "book")
    try await worker.runUntilIdle()
    // The following was stored, and no worker has seen it.
    let told = try await start("told")
    try await told.send(Parcel(tracking: "T2"), key: "parcel")
    _ = try await start("started")
    try await store.close()
    try FileManager.default.removeItem(atPath: path + ".lock")
  }
}
