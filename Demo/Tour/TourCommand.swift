import FlowState
import FlowScreens
import FlowTerminal
import StepKit

/// `Demo tour`: one flow with a Hub list, a Nimbus form and a StepKit recipe.
struct TourCommand: Sendable {
  static let subcommand = Subcommand(
    name: "tour", summary: "Goes through three screens of three JSON documents in one flow.",
    options: RunTraces.options)

  private let options: ParsedOptions
  private let output = TextOutput()

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Shows the screens in turn.
  func run() throws -> ExitCode {
    let session = ScreenSession(output: output)
    let tour = TourFlow(documents: try .resources(), session: session, logger: ErrorLogger())
    let traces = try RunTraces(options)
    let interruption = Interruption(showsScreens: true) {
      try? traces.finish()
      session.giveBackTerminal()
    }
    defer { interruption.end() }
    guard let result = try traces.run(tour.flow) else {
      try Sentences(.output).say("The tour was left.")
      return .ok
    }
    let done = result.steps.filter(\.completed).count
    try Sentences(.output).say("Served \(result.dish) to \(result.guest) in \(done) steps.".printable)
    return .ok
  }
}
