import Testing

/// The first screen of the README.
struct ReadmeTests {
  private static func firstScreen() throws -> ArraySlice<String> {
    try Documentation.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .prefix(50)
  }

  @Test("Two sentences of the README come before any code")
  func introduction() throws {
    let lines = try Self.firstScreen()
    let code = try #require(lines.firstIndex { $0.hasPrefix("```") || $0.hasPrefix("<!--") })
    let text = lines[1..<code].joined(separator: " ").split(separator: ".")
    #expect(text.count { $0.contains { $0.isLetter } } == 2)
  }

  @Test("The first screen of the README has a flow of at most 20 lines and its output")
  func firstFlow() throws {
    let lines = try Self.firstScreen()
    let opened = try #require(lines.firstIndex(of: "```swift"))
    let printed = try #require(lines.firstIndex(of: "```text"))
    #expect(opened < printed)
    #expect(lines[printed...].contains("```"))
    var isCode = false
    var count = 0
    for line in lines[opened..<printed] {
      if line.hasPrefix("```") { isCode = line == "```swift" } else if isCode { count += 1 }
    }
    #expect(count <= 20)
  }

  @Test("The first screen of the README has the commands for the demo and the tests")
  func commands() throws {
    let firstScreen = try Self.firstScreen()
    #expect(firstScreen.contains("    swift run Demo"))
    #expect(firstScreen.contains("    swift test"))
  }
}
