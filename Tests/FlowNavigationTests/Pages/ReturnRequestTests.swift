import FlowState
import Testing

@testable import FlowNavigation

struct ReturnRequestTests {
  private let run = FlowRunID(flow: "run", number: 1)
  private let request = ReturnRequest()

  @Test("A request is taken once, and the latest one counts")
  func once() {
    #expect(request.take(in: run) == nil)
    request.set(.step("detail"), of: run)
    request.set(.step("list"), of: run)
    #expect(request.take(in: run) == .step("list"))
    #expect(request.take(in: run) == nil)
    request.set(.beforeTheFirst, of: run)
    #expect(request.isWaiting)
    request.withdraw()
    #expect(!request.isWaiting)
    #expect(request.take(in: run) == nil)
  }

  @Test("A request of another run isn't taken")
  func otherRun() {
    request.set(.step("list"), of: run)
    #expect(request.take(in: FlowRunID(flow: "run", number: 2)) == nil)
    #expect(request.take(in: run) == .step("list"))
  }

  @Test("A page makes the request again if the run has taken it before the page, and not if it has taken it since")
  func renewed() {
    request.set(.step("list"), of: run)
    #expect(request.set(.step("detail"), of: run, after: request.takenCount), "It waits.")
    let before = request.takenCount
    #expect(request.take(in: run) == .step("detail"))
    #expect(!request.set(.step("list"), of: run, after: before), "The way back is under way.")
    #expect(!request.isWaiting)
    #expect(request.set(.step("list"), of: run, after: request.takenCount), "The run has refused.")
    #expect(request.take(in: run) == .step("list"))
  }
}
