import FlowCommandLine
import FlowJSON
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Hub

/// The command `Demo hub`, which shows a view of any server's JSON.
struct HubCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "hub", summary: "Shows a view made of a server's JSON; what was chosen last is printed.",
    options: [
      .value("schema", "NAME", "Read the document by this schema: default (the default) or recipes."),
      .flag("explain", "Say for every property which path gave it, and which gave nothing, instead of showing it."),
    ],
    positionals: [
      Positional(
        name: "FILE", summary: "The document; one for the schema by default, '-' for standard input.", isRequired: false
      )
    ]
  ) { try HubCommand($0).run() }

  private let source: DocumentSource
  private let schema: HubSchemaChoice
  private let explains: Bool
  private let output = TextOutput()

  init(_ options: ParsedOptions) throws(UsageError) {
    let name = options.value("schema") ?? HubSchemaChoice.standard.rawValue
    guard let schema = HubSchemaChoice(rawValue: name) else {
      throw .invalidValue(option: "schema", value: name, expected: "default or recipes")
    }
    self.schema = schema
    explains = options.flag("explain")
    source = DocumentSource(argument: options.arguments.first, resource: schema.resource)
  }

  /// Shows the view until the user leaves. With `--explain`, explains it instead.
  func run() throws -> ExitCode {
    let document = try source.hubDocument(schema: schema)
    guard !explains else {
      let sentences = Sentences(.output)
      for line in schema.schema().explanation(of: document).lines { try sentences.say(line.printable) }
      return .ok
    }
    let dialogue = Dialogue.current()
    let session = ScreenSession(dialogue: dialogue).images(from: source.imageFolder)
    let interruption = Interruption(in: dialogue.terminal, showsScreens: true) { session.giveBackTerminal() }
    defer { interruption.end() }
    let flow = Flow(JSONValue.self, String.self, identifier: "Hub") { [schema] scope in
      var chosen: String?
      let step = FlowStep(
        identifier: "Menu",
        presenting: { _ in
          HubScreen<String>(
            HubViewModelBuilder(schema: schema.schema()), opener: HubTargetOpener { _, _ in true },
            logger: ErrorLogger(),
            notice: { component, _ in
              let line = Self.line(for: component)
              chosen = line
              return StyledText(line, .green)
            })
        }, on: session)
      step.content = scope.content
      step.setCompletion { _, _ in scope.result = chosen }
      return step
    }
    if let chosen = try flow.runAndWait(document) { try Sentences(.output).say(chosen.printable) }
    return .ok
  }

  /// The identifier and the target of a component, as written in the document.
  private static func line(for component: HubComponentModel) -> String {
    let target = component.target.map { JSONValue.object($0.json).text(JSONTextStyle(isPrintable: true)) }
    return "\(component.identifier): \(target ?? "no target")"
  }
}

extension DocumentSource {
  /// Reads a document and checks that the schema's builder accepts it.
  func hubDocument(schema: HubSchemaChoice) throws -> JSONValue {
    let data = try read()
    do {
      var builder = HubViewModelBuilder(schema: schema.schema())
      try builder.addJSON(data)
      return try JSONValue(parsing: data)
    } catch {
      throw DocumentError.invalid(name: name, reason: "\(error)")
    }
  }
}
