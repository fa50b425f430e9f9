import Testing

/// What the first screen of the README owes to whoever opens it.
struct ReadmeTests {
  private static func lines() throws -> [String] {
    try Documentation.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("code and its output stand within the first 30 lines")
  func firstBlock() throws {
    let start = try Self.lines().prefix(30)
    let opened = try #require(start.firstIndex(of: "```swift"))
    let printed = try #require(start.firstIndex(of: "```text"))
    #expect(opened < printed)
    #expect(start[printed...].contains("```"))
  }

  @Test("the two commands stand in the first screen")
  func commands() throws {
    let firstScreen = try Self.lines().prefix(50)
    #expect(firstScreen.contains("    swift run Demo"))
    #expect(firstScreen.contains("    swift test"))
  }
}
