import FlowState
import Testing

@testable import FlowCommandLine

@Suite struct OptionTableTests {
  let table = OptionTable(
    command: "profile",
    options: [
      .value("store", "FILE", "The store."), .value("server", "URL", "A server."), .flag("trace", "Trace."),
    ],
    positionals: [])

  @Test(arguments: [["--store", "p.json", "--trace"], ["--store=p.json", "--trace"], ["--trace", "--store=p.json"]])
  func `A value stands after its option or after an equals sign`(words: [String]) throws {
    let parsed = try table.parse(words)
    #expect(parsed.value("store") == "p.json")
    #expect(parsed.value("server") == nil)
    #expect(parsed.flag("trace"))
  }

  @Test func `Only the first equals sign separates the option from its value`() throws {
    #expect(try table.parse(["--server=http://h/?a=b"]).value("server") == "http://h/?a=b")
    #expect(try table.parse(["--store=--trace"]).value("store") == "--trace")
    #expect(try table.parse(["--store", "-"]).value("store") == "-")
  }

  @Test(arguments: [
    (
      ["--stroe", "p"],
      "Unknown option '--stroe'. Did you mean '--store'? Allowed: --store FILE, --server URL, --trace."
    ),
    (["-x"], "Unknown option '-x'. Allowed: --store FILE, --server URL, --trace."),
    (
      ["--Store=p"],
      "Unknown option '--Store'. Did you mean '--store'? Allowed: --store FILE, --server URL, --trace."
    ),
    (["--="], "Unknown option '--'. Allowed: --store FILE, --server URL, --trace."),
    (["--\u{1B}[2J"], "Unknown option '--\\u{1B}[2J'. Allowed: --store FILE, --server URL, --trace."),
    (["p.json"], "Unexpected argument 'p.json': 'profile' takes options only."),
    (["--", "--trace"], "Unexpected argument '--trace': 'profile' takes options only."),
    (["--store"], "Missing value: '--store' needs one, as in '--store FILE'."),
    (["--store="], "Missing value: '--store' needs one, as in '--store FILE'."),
    (["--store", ""], "Missing value: '--store' needs one, as in '--store FILE'."),
    (["--store", "--trace"], "Missing value: '--store' needs one, as in '--store FILE'."),
    (["--store", "--", "p"], "Missing value: '--store' needs one, as in '--store FILE'."),
    (["--trace=yes"], "Unexpected value 'yes': '--trace' takes none."),
    (["--store=a", "--store", "b"], "Repeated option: '--store' is allowed once."),
    (["--trace", "--trace"], "Repeated option: '--trace' is allowed once."),
  ])
  func `A mistake is named together with what is allowed`(words: [String], sentence: String) {
    let error = #expect(throws: UsageError.self) { try table.parse(words) }
    #expect(error?.description == sentence)
  }

  @Test func `Arguments fill their places, and those after two dashes may look like options`() throws {
    let table = OptionTable(
      command: "recipe", options: [.flag("trace", "Trace.")],
      positionals: [
        Positional(name: "FILE", summary: "A file."),
        Positional(name: "MORE", summary: "More.", isRequired: false, repeats: true),
      ])
    #expect(
      try table.parse(["a", "--trace", "b", "-", "--", "--trace", "--"]).arguments == ["a", "b", "-", "--trace", "--"])
    let missing = #expect(throws: UsageError.self) { try table.parse(["--trace"]) }
    #expect(missing?.description == "Missing argument: 'recipe' needs FILE.")
  }

  @Test func `An argument too many is named with those that are taken`() {
    let table = OptionTable(
      command: "hub", options: [], positionals: [Positional(name: "FILE", summary: "A file.", isRequired: false)])
    let error = #expect(throws: UsageError.self) { try table.parse(["a", "b"]) }
    #expect(error?.description == "Unexpected argument 'b': 'hub' takes [FILE].")
  }

  @Test(arguments: [("stroe", "store", 1), ("", "ab", 2), ("abc", "abc", 0), ("kitten", "sitting", 3)])
  func `The distance counts edits and swaps`(first: String, second: String, distance: Int) {
    #expect(Suggestion.distance(first, second) == distance)
  }

  @Test func `A very long word is cut in the message and gets no suggestion`() {
    let error = #expect(throws: UsageError.self) { try table.parse(["--" + String(repeating: "x", count: 100_000)]) }
    #expect((error?.description.count ?? 0) < 300)
  }
}
