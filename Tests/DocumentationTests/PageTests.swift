import Testing

/// The reading of pages, so that a block that is not found is not taken for one that is right.
struct PageTests {
  private func blocks(_ lines: String..., file: String = "Sources/A/A.docc/Guide.md") throws -> [CodeBlock] {
    try Page(file, lines.joined(separator: "\n")).blocks
  }

  @Test("a block has its code, its line and the output below it")
  func block() throws {
    let found = try blocks("Text", "```swift", "let a = 1", "print(a)", "```", "and", "```text", "1", "```")
    let block = try #require(found.first)
    #expect(found.count == 1)
    #expect(block.code == "let a = 1\nprint(a)")
    #expect(block.line == 3)
    #expect(block.output == "1")
    #expect(block.mark == .run)
  }

  @Test("a mark is that of the next block only")
  func mark() throws {
    let found = try blocks("<!-- code: traps: No. -->", "```swift", "a()", "```", "```swift", "b()", "```")
    #expect(found.map(\.mark) == [.traps("No."), .run])
  }

  @Test(
    "each mark is understood",
    arguments: [
      ("shared", CodeBlock.Mark.shared), ("continued", .continued), ("fails", .fails),
      ("in Tests", .members(of: "Tests")),
      ("does not compile: no", .wrong("no")), ("traps: no", .traps("no")),
      ("manifest", .manifest),
    ])
  func marks(_ text: String, _ mark: CodeBlock.Mark) throws {
    #expect(try blocks("<!-- code: \(text) -->", "", "```swift", "```").map(\.mark) == [mark])
  }

  @Test("an unknown mark is refused")
  func unknownMark() throws {
    let error = try #require(throws: Page.MarkError.self) {
      try blocks("", "<!-- code: skip -->", "```swift", "```")
    }
    #expect(error.description == "Sources/A/A.docc/Guide.md:2: a block cannot be marked 'skip'.")
  }

  @Test("blocks of other languages are no Swift, and only text is output")
  func otherLanguages() throws {
    let found = try blocks("```swift", "a", "```", "```", "b", "```", "```json", "{}", "```")
    #expect(found.map(\.code) == ["a"])
    #expect(found.map(\.output) == [nil])
  }

  @Test("comments of a source file are read, its code is not, and marks are left alone")
  func comments() throws {
    let found = try blocks(
      "/// Does it.", "  ///", "  /// ```swift", "  /// if a {", "  ///   b()", "  /// }", "  /// ```",
      "let c = \"```\"",
      file: "Sources/A/Shapes/Circle+Area.swift")
    #expect(found.map(\.code) == ["if a {\n  b()\n}"])
    #expect(found.map(\.line) == [4])
    #expect(found.map(\.mark) == [.compile])
  }

  @Test("the imports of a source file are those of this package's modules")
  func imports() {
    let source = """
      import FlowState
      public import FlowJSON
      // import Hub
      import Darwin
      """
    #expect(Page.imports(in: source) == ["FlowState", "FlowJSON"])
  }

  @Test("the code in comments may use what its module imports")
  func moduleImports() throws {
    #expect(try Documentation.imports(of: "FlowState") == [])
    #expect(try Documentation.imports(of: "Hub") == ["FlowJSON", "FlowScreens", "FlowState"])
  }

  @Test("a page is named for its file")
  func names() throws {
    #expect(try Page("README.md", "").name == "READMEPage")
    #expect(try Page("Sources/A/Shapes/Circle+Area.swift", "").name == "Circle_AreaComments")
    #expect(try Page("Sources/A/Shapes/Circle+Area.swift", "").module == "A")
  }

  @Test("the README, every catalog and every article are among the pages")
  func found() throws {
    let files = try Documentation.pages().map(\.file)
    #expect(files.contains("README.md"))
    #expect(files.contains("Sources/FlowState/FlowState.docc/FlowState.md"))
    #expect(files.contains("Sources/FlowState/Steps/FlowStep.swift"))
  }
}
