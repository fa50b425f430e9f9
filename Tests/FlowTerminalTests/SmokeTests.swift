import Testing

struct SmokeTests {
  @Test("A question is asked, and its answer is read")
  func asked() async throws {
    let desk = PrompterTests.Desk(typed: "many\n42\n")
    #expect(try await desk.ask() == 42)
    #expect(desk.written().hasPrefix("Number: "))
  }
}
