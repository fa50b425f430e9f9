import Testing

@testable import FlowCommandLine

struct SmokeTests {
  @Test("Words are read as options")
  func parsed() throws {
    let table = OptionTable(
      command: "profile", options: [.value("store", "FILE", "The store."), .flag("trace", "Trace.")], positionals: [])
    let parsed = try table.parse(["--store=p.json", "--trace"])
    #expect(parsed.value("store") == "p.json")
    #expect(parsed.flag("trace"))
  }
}
