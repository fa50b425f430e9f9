import FlowCommandLine
import FlowDurable
import TestSupport
import Testing

@testable import FlowControl

/// The option that names the store.
struct StoreOptionTests {
  private let opened = LockedList<String?>()

  private func run(_ words: [String]) async throws -> (code: Int32, output: String, errors: String) {
    let harness = try ControlHarness()
    _ = try await harness.add(key: "4711")
    return await harness.run(words, naming: StoreOption("journal", "FILE", "The journal of the orders.")) {
      [opened, store = harness.store] name in
      opened.append(name)
      return store
    }
  }

  @Test(
    "The store option can stand before or after the command",
    arguments: [
      ["--journal", "a", "list"], ["--journal=a", "list"], ["list", "--journal", "a"], ["list", "--journal=a"],
      ["list", "--flow", "order", "--journal", "a", "--json"], ["--journal", "a"], ["show", "1", "--journal", "a"],
    ])
  func places(words: [String]) async throws {
    let result = try await run(words)
    #expect(result.code == 0)
    #expect(result.output.contains("4711"))
    #expect(opened.all == ["a"])
  }

  @Test("An error of a store can have lines, and doesn't control the terminal")
  func escaped() async throws {
    struct Refusal: Error, CustomStringConvertible {
      let description = "The server says:\n\u{1B}]0;gone\u{7}"
    }
    let result = try await ControlHarness().run(["list"], naming: StoreOption("server", "URL", "The server.")) { _ in
      throw Refusal()
    }
    #expect(result.code == 69)
    #expect(result.errors == "The server says:\n\\u{1B}]0;gone\\u{7}\n")
  }

  @Test("The store option can be left out")
  func leftOut() async throws {
    #expect(try await run(["list"]).code == 0)
    #expect(opened.all == [nil])
  }

  @Test(
    "An invalid store option is refused before a store is opened",
    arguments: [
      (["--journal", "a", "list", "--journal", "b"], "Repeated option: '--journal' is allowed once."),
      (["list", "--journal", "a", "--journal", "a"], "Repeated option: '--journal' is allowed once."),
      (["list", "--journal"], "Missing value: '--journal' needs one, as in '--journal FILE'."),
      (["--journal=", "list"], "Missing value: '--journal' needs one, as in '--journal FILE'."),
      (["--journal", "--json"], "Missing value: '--journal' needs one, as in '--journal FILE'."),
    ])
  func refused(words: [String], sentence: String) async throws {
    let result = try await run(words)
    #expect(result.code == 64)
    #expect(result.errors == "\(sentence)\n'orders --help' shows what is possible.\n")
    #expect(opened.all.isEmpty)
  }

  @Test("The help of each command has the store option", arguments: [""] + ControlCommands.all.map(\.name))
  func help(command: String) async throws {
    let result = try await run(command.isEmpty ? ["--help"] : [command, "--help"])
    #expect(result.output.contains("  --journal FILE "))
    #expect(result.output.contains("The journal of the orders."))
    #expect(opened.all.isEmpty)
  }
}
