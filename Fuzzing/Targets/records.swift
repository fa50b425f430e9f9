// Modules: FlowState FlowChains FlowJSON FlowDurable FlowStateTesting FlowDurableTesting

import FlowChains
@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation

/// Goes on with runs whose records say anything: works, lets time pass, goes back, sends and cancels.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  for line in input.document.split(separator: UInt8(ascii: "\n")) {
    guard let json = try? JSONValue(parsing: Data(line)), let record = try? FlowRecord(json: json) else { continue }
    let again = try? FlowRecord(json: .object(record.members))
    precondition(again?.members == record.members, "What was written is read as the same record.")
  }
  waitFor { await goOn(journal(of: input.document), input.choices) }
  return 0
}

private func goOn(_ bytes: [UInt8], _ choices: Choices) async {
  var choices = choices
  let clock = ManualClock()
  let disk = SimulatedDisk("j", bytes)
  do {
    let store = try FileStore(at: "j", on: disk, timed: clock)
    let worker = FlowWorker(
      store, running: [flow], misfitGrace: .zero, keepingEnded: .seconds(Int64.max), timed: ManualClock())
    try await worker.runUntilIdle()
    for _ in 0..<16 where choices.areLeft {
      let runs = try await store.runs(RunQuery(), after: nil, limit: 16)
      guard !runs.isEmpty else { break }
      let run = choices.one(of: runs)
      let isRetried = try await act(on: run, store, clock, &choices)
      // A run that has failed or was cancelled can be retried.
      let ended = runs.filter { $0.state.kind == .ended && !(isRetried && $0.number == run.number) }.map(\.number)
      try await worker.runUntilIdle()
      let now = try await store.runs(RunQuery(states: [.ended]), after: nil, limit: .max).map(\.number)
      precondition(Set(ended).isSubset(of: now), "A run that has ended stays so.")
    }
    let states = try await store.runs(RunQuery(flows: ["work"]), after: nil, limit: .max).map(\.state.kind)
    precondition(!states.contains(.held), "A worker that rests holds nothing.")
    _ = try await CompatibilityCheck(store).check(flow)
    await worker.stop(grace: .zero)
    try await store.close()
    _ = try FileStore(at: "j", on: disk, timed: clock)
  } catch {
    precondition(!"\(error)".isEmpty, "The error has a text.")
  }
}

/// Lets time pass, or sends a run a message. Returns whether it is to be retried.
private func act(
  on run: RunSummary, _ store: FileStore, _ clock: ManualClock, _ choices: inout Choices
) async throws -> Bool {
  let content: FlowMessage.Content
  switch choices.number(below: 7) {
  case 0:
    clock.advance(by: .seconds(1))
    return false
  case 1:
    clock.advance(by: .seconds(1_000_000))
    return false
  case 2: content = .message(name: "Parcel", body: ["tracking": .string(choices.text())])
  case 3: content = .message(name: "Parcel", body: .string(choices.text()))
  case 4: content = .back(to: choices.one(of: ["accept", "book", "parcel", "once", "pack", "nowhere"]))
  case 5: content = .cancel
  default: content = .retry
  }
  do { _ = try await store.send(FlowMessage(content), to: run.number) } catch StoreError.runEnded {
    precondition(run.state.kind == .ended, "Only a run that has ended takes no message.")
    return false
  }
  return content == .retry
}

private struct Parcel: DurableMessage {
  var tracking: String
}

private enum TheName: DurableKey { typealias Value = String }
private enum TheBooking: DurableKey { typealias Value = String }
private enum TheParcel: DurableKey { typealias Value = Parcel }

/// A flow with an undo, a message, a wait, and work that may start only once.
private let flow: DurableFlow<String, String> = {
  let accept = FlowStepDeclaration(String.self, String.self, identifier: "accept") { name, _ in name }
    .keeping(TheName.self)
  let book = FlowStepDeclaration(String.self, String.self, identifier: "book") { _, visit in visit.key }
    .taking(TheName.self).keeping(TheBooking.self).undoing { _, _ in }
  let once = FlowStepDeclaration(Any.self, Void.self, identifier: "once") { _, _ in }.atMostOnce()
    .branching(["again": .step("parcel"), "done": .step("wait")]) { _ in "done" }
    .catching(["doubt": .step("pack")]) { _ in "doubt" }
  do {
    return try DurableFlow(
      FlowChain("work") {
        accept
        book
        FlowStepDeclaration.awaiting(Parcel.self, within: .seconds(60), identifier: "parcel").keeping(TheParcel.self)
          .branching(["here": .step("once")]) { _ in "here" }
        once
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
        FlowStepDeclaration(Any.self, Void.self, identifier: "pack") { _, _ in }
      }, keeping: TheName.self, TheBooking.self, TheParcel.self, undoing: [.onCancel, .onFailure]
    ) { $0[TheBooking.self] }
  } catch {
    preconditionFailure("\(error)")
  }
}()
