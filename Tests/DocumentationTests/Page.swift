import Foundation

/// A file that shows code: the README, an article, or a source file with documentation comments.
struct Page: Sendable {
  /// An unknown mark on a page.
  struct MarkError: Error, CustomStringConvertible {
    let description: String
  }

  /// The file, from the root of the package.
  let file: String
  /// The module that its code may use without importing it, besides FlowState.
  let module: String
  /// Whether it is a source file, whose comments cannot say what their code imports.
  let isSource: Bool
  /// The blocks, in their order.
  let blocks: [CodeBlock]

  /// The name of the enum around its code. Files of one name share it.
  var name: String {
    let stem = URL(filePath: file).deletingPathExtension().lastPathComponent
    return stem.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
      + (file.hasSuffix(".swift") ? "Comments" : "Page")
  }

  /// The modules of this package that a source file imports.
  static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { importedModule(String($0)) }
  }

  /// The module of this package that a line imports, if it does.
  private static func importedModule(_ line: String) -> String? {
    var words = line.split(separator: " ")
    if let first = words.first, ["public", "package", "internal", "private"].contains(first) { words.removeFirst() }
    guard words.count == 2, words[0] == "import" else { return nil }
    return Documentation.isLibrary(String(words[1])) ? String(words[1]) : nil
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - file: The file, from the root of the package.
  ///   - text: The text of the file.
  /// - Throws: ``MarkError`` if a block is marked with something that does not exist.
  init(_ file: String, _ text: String) throws {
    self.file = file
    let folders = file.split(separator: "/")
    module = folders.count > 2 && folders[0] == "Sources" ? String(folders[1]) : "FlowState"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    isSource = file.hasSuffix(".swift")
    var reading = Reading(file: file, isSource: isSource)
    for (index, line) in lines.enumerated() {
      if isSource {
        try reading.take(comment: line, at: index + 1)
      } else {
        try reading.take(line, at: index + 1)
      }
    }
    blocks = reading.blocks
  }
}

extension Page {
  /// A page for each block and those that continue it, so that the code sees only its own imports.
  var parts: [Page] {
    blocks.indices.filter { blocks[$0].mark != .continued }.map { index in
      Page(self, with: [blocks[index]] + blocks[(index + 1)...].prefix { $0.mark == .continued })
    }
  }

  private init(_ page: Page, with blocks: [CodeBlock]) {
    (file, module, isSource) = (page.file, page.module, page.isSource)
    self.blocks = blocks
  }

  /// Combines the code of several pages into one page.
  ///
  /// - Parameters:
  ///   - file: The name that stands in for a file.
  ///   - pages: The pages.
  init(_ file: String, of pages: [Page]) {
    self.file = file
    module = "FlowState"
    isSource = false
    blocks = pages.flatMap(\.blocks)
  }
}

/// Walks through the lines of a page.
private struct Reading {
  let file: String
  /// Whether the page is code with comments, which cannot carry marks and are compiled only.
  let isSource: Bool
  var blocks: [CodeBlock] = []

  private var fence: (language: String, line: Int, lines: [String])?
  private var mark: CodeBlock.Mark?
  private var isOnMainActor = false

  init(file: String, isSource: Bool) {
    self.file = file
    self.isSource = isSource
  }

  mutating func take(comment line: String, at number: Int) throws {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("///") else { return }
    let content = text.dropFirst(3)
    try take(content.hasPrefix(" ") ? String(content.dropFirst()) : String(content), at: number)
  }

  mutating func take(_ line: String, at number: Int) throws {
    if line.hasPrefix("```") {
      if let open = fence {
        fence = nil
        close(open.language, open.line, open.lines.joined(separator: "\n"))
      } else {
        fence = (String(line.dropFirst(3)), number + 1, [])
      }
    } else if fence != nil {
      fence?.lines.append(line)
    } else if line.hasPrefix("<!-- code: "), line.hasSuffix(" -->") {
      try read(String(line.dropFirst(11).dropLast(4)), at: number)
    }
  }

  private mutating func read(_ text: String, at number: Int) throws {
    if text == "on the main actor" {
      isOnMainActor = true
    } else if let mark = CodeBlock.Mark(text) {
      self.mark = mark
    } else {
      throw Page.MarkError(description: "\(file):\(number): a block cannot be marked '\(text)'.")
    }
  }

  private mutating func close(_ language: String, _ line: Int, _ text: String) {
    if language == "swift" {
      var block = CodeBlock(file: file, line: line, code: text, mark: mark ?? (isSource ? .compile : .run))
      block.isOnMainActor = isOnMainActor
      blocks.append(block)
      mark = nil
      isOnMainActor = false
    } else if language == "text", let last = blocks.indices.last, blocks[last].output == nil {
      blocks[last].output = text
    }
  }
}
