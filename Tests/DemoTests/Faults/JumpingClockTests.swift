import FlowState
import FlowStateTesting
import FlowTerminal
import Foundation
import TestSupport
import Testing

@testable import Demo

/// The profile flow on a clock that jumps, as after a sleep of the machine. It never reads the wall clock.
@Suite("A clock that jumps")
struct JumpingClockTests {
  /// Runs the flow with an immediate profile, the given answers for the update, and one jump of the clock.
  private func run(update: [FlowScript.Answer], jump: Duration) throws -> (profile: UserProfile?, events: [String]) {
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    let recorder = FlowRecorder()
    let name = try ProfileName("Bo")
    let script = FlowScript([
      "Download": [.result(UserProfile.initial)], "Update": update, "Edit": [.result(NameAnswer.change(name))],
      "Display": [.result(ProfileAction.edit), .result(ProfileAction.quit)],
    ])
    let ended = Box<FlowOutcome<UserProfile>?>(nil)
    let flow = ProfileFlow.unseen.on(queue).timed(by: clock)
    flow.scripted(by: script).observed(by: recorder).start { ended.value = $0 }
    queue.play()
    clock.advance(by: jump)
    #expect(clock.timerCount == 0)
    guard case .completed(let profile) = ended.value else {
      Issue.record("The flow has not ended.")
      return (nil, [])
    }
    return (profile, recorder.lines.filter { $0.contains("Update") })
  }

  @Test("A jump past an answer and every timeout loses neither the answer nor the profile")
  func answered() throws {
    let bo = UserProfile(name: "Bo", bio: "")
    let run = try run(update: [.after(.milliseconds(1_999), .result(bo))], jump: .seconds(86_400))
    #expect(run.profile == bo)
    #expect(!run.events.contains { $0.contains("timed out") })
  }

  @Test("A jump past every timeout makes each allowed attempt once, in order")
  func attempts() throws {
    let bo = UserProfile(name: "Bo", bio: "")
    let late = FlowScript.Answer.after(.seconds(3), .result(UserProfile(name: "late", bio: "")))
    let third = try run(update: [late, late, .result(bo)], jump: .seconds(86_400))
    #expect(third.profile == bo)
    #expect(third.events.count { $0.hasSuffix("Update (timeout) timed out") } == 2)
    let never = try run(update: [late], jump: .seconds(86_400))
    #expect(never.profile == .initial)
    #expect(never.events.count { $0.hasSuffix("Update began") } == 3)
    #expect(never.events.count { $0.hasSuffix("Update (timeout) timed out") } == 3)
  }

  /// Names that read the wall clock, which users can set, or make deadlines from it.
  private static let wallClocks = [
    "Date(", "Date.now", ".timeIntervalSince", "DispatchWallTime", "wallDeadline", "gettimeofday", "CLOCK_REALTIME",
    "CFAbsoluteTime", "time(nil", "clock_settime", "Timer.", "RunLoop",
  ]

  @Test(
    "No source of the profile flow reads the wall clock",
    arguments: ["Sources/FlowState", "Sources/DemoServer", "Demo/Profile"])
  func wallClock(folder: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let sources = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
    #expect(sources.count > 10)
    for source in sources {
      let text = try String(contentsOf: root.appending(path: folder).appending(path: source), encoding: .utf8)
      let code = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      for word in Self.wallClocks {
        #expect(!code.contains { $0.contains(word) }, "\(folder)/\(source): \(word)")
      }
    }
  }
}
