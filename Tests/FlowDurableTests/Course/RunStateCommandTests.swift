import FlowJSON
import FlowStateTesting
import Testing

@testable import FlowDurable

/// Which messages change what a run in a state does, beside the answers of a store and of a course.
struct RunStateCommandTests {
  private static let states: [RunState] = [
    .ready(StoreTime(milliseconds: 0)), .held(until: StoreTime(milliseconds: 0), by: nil),
    .waiting(until: nil, for: ["Shipped"]), .parked(""), .ended(.completed), .ended(.failed), .ended(.cancelled),
  ]
  private static let messages = [
    FlowMessage(.cancel), FlowMessage(.retry), FlowMessage(.back(to: "a")),
    FlowMessage(.message(name: "Shipped", body: .null)),
  ]

  @Test(arguments: states) func `A command changes a run unless it has ended, or is a retry of one at work`(
    state: RunState
  ) {
    let changing = Self.messages.filter { state.isChanged(by: $0) }.map(\.content)
    switch state {
    case .parked: #expect(changing == Self.messages.map(\.content))
    case .ready, .held, .waiting: #expect(changing == Self.messages.map(\.content).filter { $0 != .retry })
    case .ended(.completed): #expect(changing.isEmpty)
    case .ended(.failed): #expect(changing == [.cancel, .retry, .back(to: "a")])
    case .ended(.cancelled): #expect(changing == [.retry, .back(to: "a")])
    }
  }

  @Test(arguments: [RunEnding.completed, .failed, .cancelled], messages)
  func `A store refuses a message to a run that has ended if the message changes nothing`(
    ending: RunEnding, message: FlowMessage
  ) async throws {
    let store = MemoryStore(timed: ManualClock())
    let run = try await store.add(NewRun(flow: "order")).run
    let claimed = try #require(
      try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([FlowRecord(.ended(.init(ending)))], to: claimed, then: .end(ending))
    let isDelivered = (try? await store.send(message, to: run)) != nil
    #expect(isDelivered == RunState.ended(ending).isChanged(by: message))
    var course = RunCourse()
    course.ended = .init(ending)
    guard message.isCommand else { return }
    if case .back = message.content { return #expect(course.canGoBack == isDelivered) }
    #expect(course.isChanged(by: message, at: claimed.now) { _ in nil } == isDelivered)
  }
}
