import DemoServer
import FlowState
import FlowStateTesting
import FlowTerminal
import Foundation
import TestSupport
import Testing

@testable import Demo

/// The demo's profile flow with replies, silence, ways back and cancellations in any order.
///
/// The seeds are split into parts, so that they use several cores.
@Suite(.timeLimit(.minutes(20)))
struct ProfileScheduleTests {
  private static let parts = 2
  /// The number of schedules that each part plays. `.ci/soak` requests 100,000 in total.
  private static let count: UInt64 = {
    let wanted = ProcessInfo.processInfo.environment["FLOWSTATE_SCHEDULES"].flatMap { UInt64($0) }
    return (wanted ?? UInt64(trials(8_000, few: isThreadSanitized ? 400 : 4_000))) / UInt64(parts)
  }()

  static let explorer = ScheduleExplorer { stage in
    let unreachable = ServerRequestError.unreachable(reason: "no route")
    stage.answer(
      "Download", with: .result(UserProfile.initial), .never, .failure(unreachable), .abandonment,
      .twice(.result(UserProfile.initial)))
    stage.answer(
      "Update", with: .result(UserProfile(name: "Bo", bio: "")), .never, .failure(unreachable), .noResult)
    stage.answer(
      "Display", with: .result(ProfileAction.edit, as: "edit"), .result(ProfileAction.quit, as: "quit"),
      .result(ProfileAction.download, as: "download"), .noResult, .twice(.result(ProfileAction.edit, as: "edit")))
    stage.answer(
      "Edit", with: .result(change, as: "change"), .result(NameAnswer.back, as: "back"),
      .result(NameAnswer.keep, as: "keep"), .noResult, .failure(unreachable))
    stage.start(ProfileFlow.unseen)
    stage.require { report in
      if report.timersLeft > 0 { return "\(report.timersLeft) timers outlive the run." }
      if report.outcome.hasPrefix("failed"), !report.outcome.hasPrefix("failed: Edit: ") {
        return "Trouble with the server ended the run: \(report.outcome)"
      }
      return nil
    }
  }

  private static let change: NameAnswer = (try? ProfileName("Bo")).map(NameAnswer.change) ?? .keep

  @Test(
    "No order of replies, silence, ways back and cancellations leaves a timer or fails on the server",
    arguments: 0..<parts)
  func schedules(part: Int) async throws {
    let seeds = UInt64(part) * Self.count..<UInt64(part + 1) * Self.count
    _ = try await onThread { Result { try Self.explorer.explore(seeds: seeds) } }.get()
  }

  @Test("A silent server is asked three times, with waits between, before the display begins")
  func silence() throws {
    // A delivery is skipped if there is none.
    let timer = "timer" + String(repeating: ", deliver", count: 5)
    let report = try Self.explorer.replay(
      "deliver, Download#1: never, \(timer), \(timer), Download#2: never, \(timer), \(timer), Download#3: never, \(timer), "
        + "Display#1: quit")
    #expect(report.outcome == "completed")
    #expect(report.lines.count { $0.hasSuffix("Download (timeout) timed out") } == 3)
    #expect(report.lines.filter { $0.contains(" waits ") }.count == 2)
    #expect(report.lines.filter { $0 == "Display began" || $0.hasPrefix("Update") } == ["Display began"])
  }
}
