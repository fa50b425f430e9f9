import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Synchronization

// Declarations that the comments on stores need.

/// A store, a run that it has given out, and messages.
protocol StoreExamples {}

extension StoreExamples {
  static var store: any FlowStore { MemoryStore() }
  static var request: ClaimRequest { ClaimRequest(["order"], limit: 1, lease: .seconds(30)) }
  static var records: [FlowRecord] { [] }
  static var shipped: FlowMessage { FlowMessage(.message(name: "Shipped", body: ["tracking": "1Z"])) }
  static var command: ReceivedMessage {
    ReceivedMessage(number: 1, at: StoreTime(milliseconds: 0), message: FlowMessage(.cancel))
  }
  static var claimed: ClaimedRun {
    ClaimedRun(
      run: RunNumber(rawValue: 1), flow: "order", key: nil, queue: "default", tenant: nil, priority: 0, fence: 1,
      attempt: 1, now: StoreTime(milliseconds: 0), leaseEnds: StoreTime(milliseconds: 0), records: [], messages: [],
      seen: 0)
  }
}

enum ClaimRequestComments {}
extension ClaimRequestComments: StoreExamples {}

enum ClaimedRunComments {}
extension ClaimedRunComments: StoreExamples {}

enum RunDispositionComments {}
extension RunDispositionComments: StoreExamples { static var run: ClaimedRun { claimed } }

enum FlowMessageComments {}
extension FlowMessageComments: StoreExamples { static var run: RunNumber { RunNumber(rawValue: 1) } }

enum FlowRecord_CourseComments {}
extension FlowRecord_CourseComments: StoreExamples {}

enum FlowRecord_StartComments {}
extension FlowRecord_StartComments: StoreExamples { static var run: ClaimedRun { claimed } }

enum RunInboxComments {}
extension RunInboxComments: StoreExamples {
  static var run: ClaimedRun {
    get { claimed }
    set {}
  }
}

enum NewRunComments {}
extension NewRunComments: StoreExamples {}

enum RunCountComments {}
extension RunCountComments: StoreExamples {}

enum RunSummaryComments {}
extension RunSummaryComments: StoreExamples {
  static var summary: RunSummary {
    RunSummary(
      number: RunNumber(rawValue: 1), flow: "order", key: nil, queue: "default", tenant: nil, priority: 0,
      state: .parked("A reason."), position: nil, attempts: 0, lastRecord: 1, waitingMessages: 0,
      began: StoreTime(milliseconds: 0), changed: StoreTime(milliseconds: 0))
  }
}

enum StoreErrorComments {}
extension StoreErrorComments: StoreExamples {}

enum MemoryStoreComments {
  typealias ManualClock = FlowStateTesting.ManualClock
}
