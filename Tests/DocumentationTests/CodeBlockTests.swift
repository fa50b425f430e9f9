import Foundation
import TestSupport
import Testing

/// The code in the documentation is extracted, compiled, and run, and its output is compared.
///
/// Only with all trials, because compiling the code takes a quarter of the time of all other tests. Not under the thread sanitizer,
/// where the code and the program would have to be built for it as well.
@Suite(
  .serialized, .enabled(if: Trials.areAll, "the examples are compiled with FLOWSTATE_TRIALS=all"),
  .disabled(if: isThreadSanitized, "the examples are built without the sanitizer"))
struct CodeBlockTests {
  private static var blocks: [CodeBlock] { (try? Documentation.pages().flatMap(\.blocks)) ?? [] }

  /// The program; nil if it doesn't compile, which ``compiles()`` reports.
  private static var program: SnippetProgram? {
    get async { try? await SnippetProgram.made.value }
  }

  @Test("Every code block compiles, and every block of a page runs without an error")
  func compiles() async throws {
    _ = try await SnippetProgram.made.value
  }

  @Test("A block prints the output that stands below it", arguments: blocks.filter { $0.output != nil })
  func output(_ block: CodeBlock) async throws {
    switch block.mark {
    case .run, .continued, .fails:
      guard let program = await Self.program else { return }
      // A block that is continued prints together with the blocks that continue it.
      let entry = try #require(program.entries.last { $0.block.file == block.file && $0.block.line <= block.line })
      let printed = try #require(program.printed[entry.name])
      #expect(printed.trimmingCharacters(in: .newlines) == block.output)
    case .traps, .wrong, .killed: break
    default: Issue.record("\(block.testDescription): output is stated of a block that is not run.")
    }
  }

  @Test("The tests that the documentation shows pass")
  func shownTests() async throws {
    guard let program = await Self.program else { return }
    let outcome = try await program.runTests()
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    let count = Self.blocks.map { $0.code.components(separatedBy: "@Test").count - 1 }.reduce(0, +)
    #expect((outcome.output + outcome.errors).contains("Test run with \(count) tests"))
  }

  @Test("A block that is marked to trap ends the program with its message", arguments: blocks.filter(\.traps))
  func traps(_ block: CodeBlock) async throws {
    guard case .traps(let message) = block.mark else { return }
    guard let program = await Self.program else { return }
    let entry = try #require(program.entries.first { $0.block.file == block.file && $0.block.line == block.line })
    let outcome = try await program.run(entry)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(message))
  }

  @Test(
    "A block that is marked as killed ends in the next process, with the output below it",
    arguments: blocks.filter { $0.mark == .killed })
  func killed(_ block: CodeBlock) async throws {
    guard let program = await Self.program else { return }
    let entry = try #require(program.entries.first { $0.block.file == block.file && $0.block.line == block.line })
    let (first, shown) = try await program.runTwice(entry)
    #expect(first.status == SIGKILL, "\(first.errors)")
    #expect(shown.trimmingCharacters(in: .newlines) == block.output)
  }

  @Test(
    "A block that is marked as wrong doesn't compile, and the error has its message",
    arguments: blocks.filter(\.isWrong))
  func wrong(_ block: CodeBlock) async throws {
    guard case .wrong(let message) = block.mark else { return }
    let page = try Page(block.file, Documentation.text(block.file))
    let source = SnippetSource.refused(block, of: page, isDeclared: try Surroundings.declare(page.name))
    let file = try Toolchain.makeFolder("Refused-\(page.name)-\(block.line)").appending(path: "Refused.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let outcome = try await Toolchain.check([file.path] + Surroundings.files())
    #expect(outcome.status != 0)
    let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("/") && $0.contains(": error: ") }
    #expect(errors.contains { $0.contains(message) }, "\(outcome.errors)")
    #expect(Set(errors.map { $0.hasPrefix(file.path) }) == [true], "\(outcome.errors)")
  }

  @Test("A manifest describes a package that finds this one", arguments: blocks.filter { $0.mark == .manifest })
  func manifest(_ block: CodeBlock) async throws {
    let folder = try Toolchain.makeFolder("Manifest-\(block.line)")
    let source = folder.appending(path: "Hello/Sources/Hello")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    try "import FlowState\n".write(to: source.appending(path: "main.swift"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "FlowState"), withDestinationURL: Documentation.root)
    let package = folder.appending(path: "Hello")
    try block.code.write(to: package.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    let outcome = try await Toolchain.describePackage(at: package)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("FlowState"))
  }
}

extension CodeBlock {
  fileprivate var traps: Bool { if case .traps = mark { true } else { false } }
  fileprivate var isWrong: Bool { if case .wrong = mark { true } else { false } }
}
