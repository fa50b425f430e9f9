import Testing

@testable import FlowNavigation

struct ReturnRequestTests {
  @Test("A request is taken once, and the latest one counts")
  func once() {
    let request = ReturnRequest()
    #expect(request.take() == nil)
    request.set(.step("detail"))
    request.set(.step("list"))
    #expect(request.take() == .step("list"))
    #expect(request.take() == nil)
    request.set(.beforeTheFirst)
    #expect(request.isWaiting)
    request.set(nil)
    #expect(!request.isWaiting)
    #expect(request.take() == nil)
  }
}
