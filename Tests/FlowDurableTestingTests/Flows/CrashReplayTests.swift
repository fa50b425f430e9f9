import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Replays of lines that no longer fit the setup and its runs.
@Suite(.disabled(if: isThreadSanitized, "one queue plays all lives"))
struct CrashReplayTests {
  private static let explorer = CrashExplorer { stage in
    stage.answer("pay", with: .result("paid"), .result("owed"))
    stage.start(try textFlow { append("pay").keeping(TheText.self) }, "x")
    stage.cancel()
  }

  @Test(arguments: [
    ("crash before 9999", "'crash before 9999' never came: process 1 changes the disk only "),
    (
      "apy#1: result, crash after 4",
      "'apy#1: result' never came: step 'apy' has no answers; the steps with answers are: pay."
    ),
    (
      "pay#1: reslut",
      "'pay#1: reslut' never came: step 'pay' has no answer 'reslut'; it has these: result, result-2."
    ),
    ("cancle#1", "'cancle#1' never came: no message or command is called 'cancle'; the names are: cancel."),
  ])
  func `A choice that the runs can't have is a failure of its replay`(text: String, sentence: String) async throws {
    let failure = await #expect(throws: CrashFailure.self) { try await Self.explorer.replay(text) }
    #expect(failure?.rule == .unknownChoice)
    #expect(failure?.description.hasPrefix("The schedule's choice \(sentence)") == true)
  }

  @Test func `Choices that exist are no failure`() async throws {
    #expect(try await Self.explorer.replay("pay#1: result-2, cancel#1, crash after 4").crashes == 1)
  }
}
