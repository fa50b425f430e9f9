import Testing

/// The reading of pages. A block that isn't found would otherwise pass as correct.
struct PageTests {
  private func blocks(_ lines: String..., file: String = "Sources/A/A.docc/Guide.md") throws -> [CodeBlock] {
    try Page(file, lines.joined(separator: "\n")).blocks
  }

  @Test("A block has its code, its line, and the output below it")
  func block() throws {
    let found = try blocks("Text", "```swift", "let a = 1", "print(a)", "```", "and", "```text", "1", "```")
    let block = try #require(found.first)
    #expect(found.count == 1)
    #expect(block.code == "let a = 1\nprint(a)")
    #expect(block.line == 3)
    #expect(block.output == "1")
    #expect(block.mark == .run)
  }

  @Test("A mark applies to the next block only")
  func mark() throws {
    let found = try blocks("<!-- code: traps: No. -->", "```swift", "a()", "```", "```swift", "b()", "```")
    #expect(found.map(\.mark) == [.traps("No."), .run])
  }

  @Test(
    "A page reads each mark",
    arguments: [
      ("shared", CodeBlock.Mark.shared), ("continued", .continued), ("fails", .fails),
      ("in Tests", .members(of: "Tests")),
      ("does not compile: no", .wrong("no")), ("traps: no", .traps("no")),
      ("manifest", .manifest),
    ])
  func marks(_ text: String, _ mark: CodeBlock.Mark) throws {
    #expect(try blocks("<!-- code: \(text) -->", "", "```swift", "```").map(\.mark) == [mark])
  }

  @Test("A page refuses an unknown mark")
  func unknownMark() throws {
    let error = try #require(throws: Page.MarkError.self) {
      try blocks("", "<!-- code: skip -->", "```swift", "```")
    }
    #expect(error.description == "Sources/A/A.docc/Guide.md:2: a block cannot be marked 'skip'.")
  }

  @Test("A page reads only Swift blocks as code, and only text blocks as output")
  func otherLanguages() throws {
    let found = try blocks("```swift", "a", "```", "```", "b", "```", "```json", "{}", "```")
    #expect(found.map(\.code) == ["a"])
    #expect(found.map(\.output) == [nil])
  }

  @Test("A page reads the blocks in a source file's comments, and not in its code")
  func comments() throws {
    let found = try blocks(
      "/// Does it.", "  ///", "  /// ```swift", "  /// if a {", "  ///   b()", "  /// }", "  /// ```",
      "let c = \"```\"",
      file: "Sources/A/Shapes/Circle+Area.swift")
    #expect(found.map(\.code) == ["if a {\n  b()\n}"])
    #expect(found.map(\.line) == [4])
    #expect(found.map(\.mark) == [.compile])
  }

  @Test("The imports of a source file include only this package's modules")
  func imports() {
    let source = """
      import FlowState
      public import FlowJSON
      // import Hub
      import Darwin
      """
    #expect(Page.imports(in: source) == ["FlowState", "FlowJSON"])
  }

  @Test("The code in comments may use the modules that its module imports")
  func moduleImports() throws {
    #expect(try Documentation.imports(of: "FlowState") == [])
    #expect(try Documentation.imports(of: "Hub") == ["FlowJSON", "FlowScreens", "FlowState"])
  }

  @Test("A page is named after its file")
  func names() throws {
    #expect(try Page("README.md", "").name == "READMEPage")
    #expect(try Page("Sources/A/Shapes/Circle+Area.swift", "").name == "Circle_AreaComments")
    #expect(try Page("Sources/A/Shapes/Circle+Area.swift", "").module == "A")
  }

  @Test("The pages include the README, a catalog, and a source file with examples")
  func found() throws {
    let files = try Documentation.pages().map(\.file)
    #expect(files.contains("README.md"))
    #expect(files.contains("Sources/FlowState/FlowState.docc/FlowState.md"))
    #expect(files.contains("Sources/FlowState/Steps/FlowStep.swift"))
  }
}
