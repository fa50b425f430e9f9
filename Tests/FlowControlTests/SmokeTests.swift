import Testing

struct SmokeTests {
  @Test("A command prints the runs of a store")
  func list() async throws {
    let harness = try ControlHarness()
    _ = try await harness.add(key: "4711")
    let (code, output, _) = await harness.run("list")
    #expect(code == 0)
    #expect(output.contains("4711"))
  }
}
