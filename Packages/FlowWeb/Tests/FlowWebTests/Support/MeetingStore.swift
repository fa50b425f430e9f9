import FlowDurable
import Synchronization
import Testing
import WebTestSupport

/// A store in which the first two answers meet: neither is taken before both have come.
final class MeetingStore: ForwardingStore {
  let store: any FlowStore
  private let arrivals = Atomic(0)
  private let meeting = AsyncSignal()

  init(_ store: any FlowStore) {
    self.store = store
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    if message.answering != nil {
      switch arrivals.add(1, ordering: .sequentiallyConsistent).newValue {
      case 1:
        do { try await meeting.wait(orSay: "The second answer did not come") } catch {
          throw .unavailable(.init("\(error)"))
        }
      case 2: meeting.send()
      default: break
      }
    }
    return try await store.send(message, to: run)
  }
}
