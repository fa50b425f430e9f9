/// The source files that a page's code is compiled in.
///
/// Each block becomes a function in an enum of the page's name. That enum also has the declarations that a page needs,
/// in the surroundings. Compiler messages name the line of the page.
struct SnippetSource {
  /// A function that was made of one block, or of one and those that continue it.
  struct Entry: Sendable {
    let block: CodeBlock
    /// The name by which the program calls it.
    let name: String
  }

  /// The file's text.
  private(set) var text: String
  /// The functions that can be called.
  private(set) var entries: [Entry] = []

  /// Makes the file of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - number: A number that distinguishes its functions from those of a page with the same name.
  ///   - isDeclared: Whether the surroundings declare the page's enum.
  ///   - modules: Modules that the file imports besides those of the page.
  ///   - use: The name of an async function that throws. Each function calls it with its values, so that none of them is unused. With
  ///     nil, that doesn't matter.
  init(
    _ page: Page, number: Int, isDeclared: Bool, importing modules: [String] = [], usingValuesWith use: String? = nil
  ) {
    let blocks = page.blocks.filter(\.isCompiled)
    text = Self.header(page, blocks, and: modules) + (isDeclared ? "" : "enum \(page.name) {}\n")
    for (index, block) in blocks.enumerated() {
      let place = "#sourceLocation(file: \"\(block.file)\", line: \(block.line))\n"
      switch block.mark {
      case .shared: add(place + Self.complete(block, with: blocks), to: page.name)
      case .members, .continued: break
      default:
        let rest = blocks[(index + 1)...].prefix { $0.mark == .continued }
        let bodies = [block] + rest
        let name = "block_\(number)_\(index)"
        let isolation = bodies.contains { $0.isOnMainActor } ? "@MainActor " : ""
        var code = bodies.map { "#sourceLocation(file: \"\($0.file)\", line: \($0.line))\n\($0.body)\n" }.joined()
        if let use { code += "try await \(use)(\(bodies.flatMap { Self.values($0.body) }.joined(separator: ", ")))\n" }
        add("\(isolation)static func \(name)() async throws {\n\(code)}", to: page.name)
        entries.append(Entry(block: block.printing(bodies.compactMap(\.output).last), name: "\(page.name).\(name)"))
      }
    }
  }

  /// A file of one block that the compiler is to refuse; it sees what the page shares.
  static func refused(_ block: CodeBlock, of page: Page, isDeclared: Bool) -> String {
    let shared = page.blocks.filter { $0.mark == .shared }
    var source = header(page, [block] + shared) + (isDeclared ? "" : "enum \(page.name) {}\n")
    for block in shared { source += "extension \(page.name) {\n\(statically(block.body))\n}\n" }
    let isolation = block.isOnMainActor ? "@MainActor " : ""
    return source + "extension \(page.name) {\n\(isolation)static func refused() async throws {\n\(block.body)\n}\n}\n"
  }

  private mutating func add(_ code: String, to type: String) {
    text += "extension \(type) {\n\(code)\n#sourceLocation()\n}\n"
  }

  /// The names of the values that code declares without indentation.
  private static func values(_ code: String) -> [String] {
    code.matches(of: /(?m)^(?:async )?(?:let|var) (\w+)/).map { String($0.1) }
  }

  private static func header(_ page: Page, _ blocks: [CodeBlock], and others: [String] = []) -> String {
    // Comments cannot say what they import.
    let imported = page.isSource ? (try? Documentation.imports(of: page.module)) ?? [] : []
    let tools = ["FlowStateTesting", "FlowDurableTesting"].contains(page.module) ? ["Testing"] : []
    // The README shows every import that its code needs.
    let isComplete = page.file == "README.md"
    let common = isComplete ? [] : ["Dispatch", "FlowState", "Foundation", "Synchronization", page.module]
    let modules = (common + imported + tools).map { "import \($0)" }
    return Set(modules + others.map { "import \($0)" } + blocks.flatMap(\.imports)).sorted().joined(separator: "\n")
      + "\n"
  }

  /// A shared block, whose last type gets the members that are shown further down.
  private static func complete(_ block: CodeBlock, with blocks: [CodeBlock]) -> String {
    let members = blocks.filter { other in
      if case .members(let type) = other.mark { block.code.contains("struct \(type) {") } else { false }
    }
    guard !members.isEmpty, block.code.hasSuffix("\n}") else { return statically(block.body) }
    let parts = members.map { "#sourceLocation(file: \"\($0.file)\", line: \($0.line))\n\($0.body)\n" }
    return statically(block.body).dropLast() + parts.joined() + "}"
  }

  /// Turns declarations into members of an enum: those without indentation become static.
  private static func statically(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      ["let ", "var ", "func "].contains { line.hasPrefix($0) } ? "static \(line)" : String(line)
    }.joined(separator: "\n")
  }
}

extension CodeBlock {
  /// Whether the block is part of the program.
  fileprivate var isCompiled: Bool {
    switch mark {
    case .wrong, .manifest: false
    default: true
    }
  }

  fileprivate func printing(_ output: String?) -> CodeBlock {
    var block = self
    block.output = output
    return block
  }
}
