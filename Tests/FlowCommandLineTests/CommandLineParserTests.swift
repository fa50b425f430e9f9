import Testing

@testable import FlowCommandLine

@Suite struct CommandLineParserTests {
  let profile = Subcommand<String>(
    name: "profile", summary: "Show and edit a profile.",
    options: [.value("store", "FILE", "Keep the profile in FILE.")], run: "runs the profile")
  let recipe = Subcommand<String>(
    name: "recipe", summary: "Cook step by step.", options: [.flag("fast", "Do not wait.")],
    positionals: [
      Positional(
        name: "FILE",
        summary: "The recipe to cook, in a format that takes so many words to explain that the line has to be wrapped.")
    ], run: "runs the recipe")
  var parser: CommandLineParser<String> {
    CommandLineParser(
      program: "Demo", version: "0.1.0", summary: "Flows in a terminal.", commands: [profile, recipe])
  }

  private func run(_ words: String...) throws -> (String, ParsedOptions)? {
    guard case .run(let command, let options) = try parser.parse(words) else { return nil }
    return (command.name, options)
  }

  private func shown(_ words: String...) throws -> String? {
    guard case .show(let text) = try parser.parse(words) else { return nil }
    return text
  }

  @Test func `The first word picks the command`() throws {
    let found = try #require(try run("recipe", "soup.json", "--fast"))
    #expect(found.0 == "recipe")
    #expect(found.1.arguments == ["soup.json"])
    #expect(found.1.flag("fast"))
  }

  @Test func `The default command runs if no command is given`() throws {
    #expect(try run()?.0 == "profile")
    #expect(try run("--store", "p.json")?.1.value("store") == "p.json")
    #expect(try run("profile", "--store", "p.json")?.1.value("store") == "p.json")
  }

  @Test func `a command comes with its implementation`() throws {
    for (words, found) in [([], "runs the profile"), (["recipe", "soup"], "runs the recipe")] {
      guard case .run(let command, _) = try parser.parse(words) else { throw UsageError.repeatedOption("") }
      #expect(command.run == found)
    }
  }

  @Test(arguments: [["list", "--json"], ["--help"], ["--", "--version"], ["--fast", "x", "y"], []])
  func `a command that parses its words receives all of them`(words: [String]) throws {
    let runs = Subcommand(name: "runs", summary: "Shows runs.", parsesItsWords: true, run: "runs the runs")
    let parser = CommandLineParser(program: "Demo", version: "0.1.0", summary: "Flows.", commands: [profile, runs])
    guard case .run(let command, let options) = try parser.parse(["runs"] + words) else {
      throw UsageError.repeatedOption("")
    }
    #expect(command.name == "runs")
    #expect(options.arguments == words)
  }

  @Test(arguments: [
    (["recipy"], "Unknown command 'recipy'. Did you mean 'recipe'? Allowed: profile, recipe."),
    (["xyz", "--store", "p"], "Unknown command 'xyz'. Allowed: profile, recipe."),
    (["--store", "p", "profile"], "Unexpected argument 'profile': 'profile' takes options only."),
    (["--fast"], "Unknown option '--fast'. Allowed: --store FILE, --help, --version."),
    (["--help=yes"], "Unexpected value 'yes': '--help' takes none."),
  ])
  func `An unknown word is named`(words: [String], sentence: String) {
    let error = #expect(throws: UsageError.self) { try parser.parse(words) }
    #expect(error?.description == sentence)
  }

  @Test(arguments: [
    ["--journal", "a", "recipe", "soup"], ["--journal=a", "recipe", "soup"], ["recipe", "--journal", "a", "soup"],
    ["recipe", "soup", "--journal=a"],
  ])
  func `An option of all commands stands on either side of the command`(words: [String]) throws {
    var parser = parser
    parser.options = [.value("journal", "PATH", "Use the journal at PATH."), .flag("quiet", "Say less.")]
    guard case .run(let command, let options) = try parser.parse(words) else { throw UsageError.repeatedOption("") }
    #expect(command.name == "recipe")
    #expect(options.value("journal") == "a")
    #expect(options.arguments == ["soup"])
    guard case .run(let both, let more) = try parser.parse(["--quiet", "recipe", "soup", "--journal", "a"]) else {
      throw UsageError.repeatedOption("")
    }
    #expect(both.name == "recipe")
    #expect(more.flag("quiet"))
  }

  @Test(arguments: [
    (["--journal", "a", "recipe", "soup", "--journal", "b"], "Repeated option: '--journal' is allowed once."),
    (["--journal", "a", "recipe", "soup", "--journal", "a"], "Repeated option: '--journal' is allowed once."),
    (["--journal=a", "--journal=b"], "Repeated option: '--journal' is allowed once."),
    (["--journal"], "Missing value: '--journal' needs one, as in '--journal PATH'."),
    (["--journal="], "Missing value: '--journal' needs one, as in '--journal PATH'."),
    (["--journal", "", "recipe", "soup"], "Missing value: '--journal' needs one, as in '--journal PATH'."),
    (["--journal", "--fast", "recipe"], "Missing value: '--journal' needs one, as in '--journal PATH'."),
    (["recipe", "soup", "--journal"], "Missing value: '--journal' needs one, as in '--journal PATH'."),
    (["--journal", "a", "recipy"], "Unknown command 'recipy'. Did you mean 'recipe'? Allowed: profile, recipe."),
    (
      ["--journals", "a", "recipe"],
      "Unknown option '--journals'. Did you mean '--journal'? Allowed: --store FILE, --journal PATH, --help, --version."
    ),
  ])
  func `An option of all commands is refused on either side`(words: [String], sentence: String) {
    var parser = parser
    parser.options = [.value("journal", "PATH", "Use the journal at PATH.")]
    let error = #expect(throws: UsageError.self) { try parser.parse(words) }
    #expect(error?.description == sentence)
  }

  @Test func `The help of each command has the options of all commands`() throws {
    var parser = parser
    parser.options = [.value("journal", "PATH", "Use the journal at PATH.")]
    for words in [["--help"], ["recipe", "--help"], ["--journal", "a", "recipe", "--help"], ["profile", "-h"]] {
      guard case .show(let help) = try parser.parse(words) else { throw UsageError.repeatedOption("") }
      #expect(help.contains("  --journal PATH   Use the journal at PATH.\n"))
    }
    guard case .show(let help) = try parser.parse(["--journal", "a", "recipe", "--help"]) else { return }
    #expect(help.hasPrefix("Demo recipe: "))
  }

  @Test func `The version is asked for anywhere before two dashes`() throws {
    #expect(try shown("--version") == "Demo 0.1.0")
    #expect(try shown("recipe", "--version") == "Demo 0.1.0")
    #expect(throws: UsageError.self) { try parser.parse(["--", "--version"]) }
  }

  @Test func `The overview lists the commands and the options of the default`() throws {
    let overview = """
      Demo 0.1.0: Flows in a terminal.

      Usage: Demo [COMMAND] [OPTIONS]

      Commands:
        profile   Show and edit a profile. (The default.)
        recipe    Cook step by step.

      Options of 'profile':
        --store FILE   Keep the profile in FILE.
        --help         Show this help and end, as -h does.
        --version      Show the version and end.

      'Demo COMMAND --help' shows the options of another command.
      """
    #expect(try shown("--help") == overview)
    #expect(try shown("-h") == overview)
    #expect(try shown("--stroe", "--help") == overview)
  }

  @Test func `The help of a command is aligned and wrapped`() throws {
    let help = """
      Demo recipe: Cook step by step.

      Usage: Demo recipe [OPTIONS] FILE

      Arguments:
        FILE   The recipe to cook, in a format that takes so many words to explain
               that the line has to be wrapped.

      Options:
        --fast      Do not wait.
        --help      Show this help and end, as -h does.
        --version   Show the version and end.
      """
    #expect(try shown("recipe", "--help") == help)
  }

  @Test func `The help in a narrow window stands below what it explains, and no line is wider`() throws {
    var parser = parser
    parser.columns = 40
    guard case .show(let help) = try parser.parse(["recipe", "-h"]) else { throw UsageError.repeatedOption("-h") }
    #expect(
      help == """
        Demo recipe: Cook step by step.

        Usage: Demo recipe [OPTIONS] FILE

        Arguments:
          FILE   The recipe to cook, in a format
                 that takes so many words to
                 explain that the line has to be
                 wrapped.

        Options:
          --fast
              Do not wait.
          --help
              Show this help and end, as -h
              does.
          --version
              Show the version and end.
        """)
  }

  @Test func `The help is no wider than a common window, and never squeezed to nothing`() throws {
    var parser = parser
    parser.columns = 300
    guard case .show(let wide) = try parser.parse(["-h"]) else { throw UsageError.repeatedOption("-h") }
    #expect(wide == (try shown("-h")))
    parser.columns = 1
    guard case .show(let help) = try parser.parse(["-h"]) else { throw UsageError.repeatedOption("-h") }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  @Test func `The exit codes are the agreed ones`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 64, 65, 66, 69, 70, 75, 130])
  }
}
