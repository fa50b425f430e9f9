// Modules: FlowState FlowChains FlowJSON FlowDurable FlowStateTesting FlowDurableTesting

@testable import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Foundation

/// Opens a journal whose lines have checks that fit, with some bytes of it changed or cut off.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  var bytes = journal(of: input.document)
  let isWhole = !input.choices.areLeft
  while input.choices.areLeft {
    let place = (input.choices.number(below: 256) << 8 + input.choices.number(below: 256)) % bytes.count
    if input.choices.number(below: 4) == 0 {
      bytes.removeSubrange((place + 1)...)
    } else {
      bytes[place] ^= UInt8(1 << input.choices.number(below: 8))
    }
  }
  waitFor { [bytes] in await open(bytes, isWhole: isWhole) }
  return 0
}

private func open(_ bytes: [UInt8], isWhole: Bool) async {
  let disk = SimulatedDisk("j", bytes)
  do {
    let reader = try? JournalReader(at: "j", on: SimulatedDisk("j", bytes), timed: ManualClock())
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    precondition(reader != nil, "A reader reads what can be opened.")
    let runs = try await store.runs(RunQuery(), after: nil, limit: .max)
    if isWhole {
      let read = try await reader?.runs(RunQuery(), after: nil, limit: .max) ?? []
      precondition(read.map(\.number) == runs.map(\.number), "A reader and a store see the same runs.")
    }
    let counted = try await store.counts(RunQuery()).reduce(0) { $0 + $1.runs }
    precondition(counted == runs.count, "The counts are those of the list.")
    for run in runs {
      _ = try? await store.records(of: run.number, after: 0, limit: .max)
      _ = try? await store.messages(of: run.number, after: 0, limit: .max)
      if let key = run.key {
        let found = try await store.add(NewRun(flow: run.flow, key: key))
        precondition(found.run == run.number, "A key finds its run.")
      }
    }
    _ = try await store.claim(ClaimRequest(runs.map(\.flow), limit: 8, lease: .seconds(30)))
    let added = try await store.add(NewRun(flow: "added", key: "added"))
    try await store.close()
    let again = try FileStore(at: "j", on: disk, timed: ManualClock())
    let after = try await again.runs(RunQuery(), after: nil, limit: .max)
    precondition(Set(after.map(\.number)) == Set(runs.map(\.number) + [added.run]), "What was acknowledged is there.")
    try await again.close()
  } catch {
    precondition(!"\(error)".isEmpty, "The error has a text.")
    if case .closed = error { preconditionFailure("Nobody closed the store.") }
  }
}
