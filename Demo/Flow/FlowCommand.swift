import FlowChains
import FlowCommandLine
import FlowDocuments
import FlowJSON
import FlowPictures
import FlowScreens
import FlowState
import FlowTerminal

/// The command `Demo flow`, which checks, draws, and runs a flow that a JSON document describes.
struct FlowCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "flow",
    summary: "Runs a flow that a JSON document describes; its steps can use 'say', 'charge', 'mail' and 'mail-once'.",
    options: [
      .flag("check", "Only check the document, and say every problem."),
      .flag("draw", "Draw the flow as text for Mermaid instead."),
      .flag("paths", "List the ways through the flow instead."),
      .flag("quiet", "Do not print the values at the end."),
      .flag("explore", "Play runs in memory in many orders instead, and say what breaks."),
      .flag("crash", "Play durable runs that crash at every place instead, and say what breaks."),
      .value("replay", "SCHEDULE", "With --explore or --crash: play this schedule again."),
      .value("language", "LANG", "Show the texts in this language, such as 'de'; the document's first one by default."),
      .value("variant", "NAME", "Use this variant of the document; the first one by default."),
    ],
    positionals: [
      Positional(
        name: "FILE", summary: "The document; a signup by default, '-' for standard input.", isRequired: false)
    ]
  ) { try FlowCommand($0).run() }

  /// The maximum number of ways that are listed.
  private static let shownPaths = 1_000

  private let options: ParsedOptions
  private let source: DocumentSource

  init(_ options: ParsedOptions) throws(UsageError) {
    self.options = options
    source = DocumentSource(argument: options.arguments.first, resource: "signup-flow.json")
    let modes = ["check", "draw", "paths", "explore", "crash"].filter { options.flag($0) }
    if modes.count > 1 { throw .exclusive(modes[0], modes[1]) }
    if options.value("replay") != nil, !options.flag("explore"), !options.flag("crash") {
      throw .unfitValue(
        option: "replay", value: options.value("replay") ?? "", reason: "it needs --explore or --crash.")
    }
  }

  /// Checks the document, and then draws, lists or runs it.
  func run() throws -> ExitCode {
    let dialogue = Dialogue.current()
    let data = try source.read()
    let steps = FlowSteps.printing(to: Sentences(dialogue), loading: ScreensBeside(source))
    let document: FlowDocument
    do {
      document = try FlowDocument(parsing: data, for: steps.registry)
    } catch {
      let sentences = Sentences(options.flag("check") ? .output : .error)
      if !options.flag("check") { try sentences.say("The document \(source.name.quoted) is not as expected.") }
      for problem in error.problems { try sentences.say("\(problem)".printable) }
      return .data
    }
    let variant = options.value("variant") ?? document.variantNames.first
    if let variant, document.variantNames.isEmpty {
      throw UsageError.unfitValue(option: "variant", value: variant, reason: "the document has no variants.")
    }
    if let variant, !document.variantNames.contains(variant) {
      throw UsageError.invalidValue(
        option: "variant", value: variant, expected: document.variantNames.joined(separator: ", "))
    }
    if options.flag("check") {
      let count = document.steps.count
      try Sentences(.output).say(
        "The document is fine: '\(document.identifier)' of version \(document.version), with \(count) step\(count == 1 ? "" : "s")."
      )
      return .ok
    }
    if options.flag("explore") || options.flag("crash") {
      return try FlowExploration(options, document, Array(data)).run()
    }
    if options.flag("draw") {
      try TextOutput().write(document.chain(of: variant).mermaid(showingWaysBack: true))
      return .ok
    }
    if options.flag("paths") { return try list(document.chain(of: variant)) }
    return try run(document, variant, dialogue)
  }

  private func list(_ chain: FlowChain) throws -> ExitCode {
    let sentences = Sentences(.output)
    var count = 0
    for path in chain.paths() {
      guard count < Self.shownPaths else {
        try sentences.say("There are more ways.")
        break
      }
      try sentences.say("\(path)")
      count += 1
    }
    return .ok
  }

  private func run(_ document: FlowDocument, _ variant: String?, _ dialogue: Dialogue) throws -> ExitCode {
    let session = ScreenSession(dialogue: dialogue)
    let interruption = Interruption(in: dialogue.terminal, showsScreens: true) { session.giveBackTerminal() }
    defer { interruption.end() }
    do {
      let values = try document.flow(variant: variant, on: session, language: options.value("language")).reversible()
        .runAndWait()
      // Steps that only say something have empty values.
      var answered = JSONObject()
      if case .object(let members)? = values {
        for (name, value) in members where value != [:] { answered[name] = value }
      }
      guard answered.count > 0 else {
        try Sentences(dialogue).say("Nothing was answered.")
        return .ok
      }
      if options.flag("quiet") { return .ok }
      for line in JSONValue.object(answered).text(.pretty).split(separator: "\n") {
        try TextOutput().writeLine(String(line).printable)
      }
    } catch is CancellationError {
      // The person went back beyond the first page.
      try Sentences(dialogue).say("The flow was left.")
    }
    return .ok
  }
}
