import Foundation

/// A program of all the code that the documentation shows.
struct SnippetProgram: Sendable {
  /// The reason why there is no program.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Made once, by the first test that asks.
  static let made = Task { try await SnippetProgram() }

  /// The functions that can be called in it.
  let entries: [SnippetSource.Entry]
  /// The output of each entry that is to be run, by the name of the entry.
  let printed: [String: String]

  private let executable: URL

  private init() async throws {
    let folder = try Toolchain.makeFolder("Program")
    var files: [String] = []
    func write(_ text: String, as name: String) throws {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      files.append(file.path)
    }
    var entries: [SnippetSource.Entry] = []
    for (number, page) in try Documentation.pages().enumerated() {
      let source = SnippetSource(page, number: number, isDeclared: try Surroundings.declare(page.name))
      entries += source.entries
      try write(source.text, as: "\(page.name)_\(number).swift")
    }
    try write(Self.main(of: entries), as: "Program.swift")
    executable = folder.appending(path: "program")
    let compiler = try await Toolchain.compile(files + Surroundings.files(), to: executable)
    guard compiler.status == 0 else {
      throw Failure(description: "The code of the documentation does not compile:\n\(compiler.errors)")
    }
    self.entries = entries
    printed = try Self.split(try await Toolchain.run(executable, []), entries)
  }

  /// Calls one entry in a process of its own.
  func run(_ entry: SnippetSource.Entry) async throws -> Toolchain.Outcome {
    try await Toolchain.run(executable, [entry.name])
  }

  /// Calls one entry in two processes, one after the other, in a folder of their own.
  ///
  /// - Returns: What both have printed, after the name of a command each, as a shell shows it.
  func runTwice(_ entry: SnippetSource.Entry) async throws -> (first: Toolchain.Outcome, shown: String) {
    let folder = try Toolchain.makeFolder(entry.name)
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try await Toolchain.run(executable, [entry.name], in: folder)
    let second = try await Toolchain.run(executable, [entry.name], in: folder)
    let lines = [first, second].map { outcome in
      let printed = outcome.output.split(separator: "\n").dropFirst().joined(separator: "\n")
      return "$ ./Program\n\(printed)\n" + (outcome.status == 0 ? "" : "Killed\n")
    }
    return (first, lines.joined())
  }

  /// Runs the tests that are shown.
  func runTests() async throws -> Toolchain.Outcome {
    try await Toolchain.run(executable, ["--tests", "--testing-library", "swift-testing"])
  }

  /// Between the outputs of two entries stands a character that no example prints.
  private static let separator = "\u{1E}"

  private static func split(
    _ outcome: Toolchain.Outcome, _ entries: [SnippetSource.Entry]
  ) throws -> [String: String] {
    var printed: [String: String] = [:]
    for part in outcome.output.components(separatedBy: separator).dropFirst() {
      let (name, text) = part.components(separatedBy: "\n").splitAfterFirst
      printed[name] = text.joined(separator: "\n")
    }
    guard outcome.status == 0 else {
      let last = entries.last { printed[$0.name] != nil }
      throw Failure(description: "The code of \(last?.block.testDescription ?? "nothing") fails: \(outcome.errors)")
    }
    return printed
  }

  private static func main(of entries: [SnippetSource.Entry]) -> String {
    let called = entries.filter { $0.block.mark != .compile }.map { entry in
      "    (\"\(entry.name)\", \(entry.block.isRunWithOthers), \(entry.block.mark == .fails), { try await \(entry.name)() }),"
    }
    return """
      import Foundation
      import Testing

      @main enum Program {
        static let entries: [(String, Bool, Bool, @Sendable () async throws -> Void)] = [
      \(called.joined(separator: "\n"))
        ]

        static func main() async throws {
          _ = alarm(60)  // ends an example that hangs
          let wanted = CommandLine.arguments.dropFirst().first
          if wanted == "--tests" { await Testing.__swiftPMEntryPoint() as Never }
          for (name, isRunWithOthers, fails, call) in entries where wanted.map({ $0 == name }) ?? isRunWithOthers {
            print("\\u{1E}\\(name)")
            fflush(nil)
            do {
              try await call()
              if fails { fatalError("It was to end with an error.") }
            } catch {
              guard fails else { throw error }
              print(error)
            }
          }
        }
      }
      """
  }
}

extension CodeBlock {
  /// Whether the program calls it when no entry is named.
  fileprivate var isRunWithOthers: Bool { mark == .run || mark == .fails }
}

extension [String] {
  fileprivate var splitAfterFirst: (String, ArraySlice<String>) { (first ?? "", dropFirst()) }
}
