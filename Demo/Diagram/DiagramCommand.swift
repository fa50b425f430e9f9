import FlowCommandLine
import FlowPictures
import FlowState
import FlowTerminal

/// The command `Demo diagram`, which draws a flow that is declared as data.
struct DiagramCommand: Sendable {
  private static let flows = ["signup"]

  static let subcommand = DemoCommand(
    name: "diagram", summary: "Draws a flow as a picture, or as text for Mermaid or Graphviz.",
    options: [.value("format", "NAME", "Draw in this format: mermaid (the default), dot or svg.")]
      + SignupOrder.options,
    positionals: [Positional(name: "FLOW", summary: "The flow: signup.", allowed: flows)]
  ) { try DiagramCommand($0).run() }

  private let options: ParsedOptions

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Writes the picture.
  func run() throws -> ExitCode {
    let name = options.arguments.first ?? ""
    guard Self.flows.contains(name) else {
      throw UsageError.unknownArgument(name, kind: "flow", allowed: Self.flows)
    }
    let chain = try SignupOrder(options, of: SignupFlow()).chain
    let format = options.value("format") ?? "mermaid"
    switch format {
    case "mermaid": try TextOutput().write(chain.mermaid(showingWaysBack: true))
    case "dot": try TextOutput().write(chain.graphviz(showingWaysBack: true))
    case "svg": try TextOutput().write(chain.svg(showingWaysBack: true))
    default: throw UsageError.invalidValue(option: "format", value: format, expected: "mermaid, dot or svg")
    }
    return .ok
  }
}
