import FlowCommandLine
import FlowState
import FlowScreens
import FlowTerminal
import StepKit

/// The command `Demo tour`: one flow with a Hub list, a Nimbus form and a StepKit recipe.
struct TourCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "tour", summary: "Goes through three screens of three JSON documents in one flow.",
    options: RunTraces.options
  ) { try TourCommand($0).run() }

  private let options: ParsedOptions

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Shows the screens in order.
  func run() throws -> ExitCode {
    let dialogue = Dialogue.current()
    let session = ScreenSession(dialogue: dialogue)
    let tour = TourFlow(documents: try .resources(), session: session, logger: ErrorLogger())
    let traces = try RunTraces(options)
    let interruption = Interruption(in: dialogue.terminal, showsScreens: true) {
      session.giveBackTerminal()
      traces.finish()
    }
    defer { interruption.end() }
    guard let result = try traces.run(tour.flow) else {
      try Sentences(dialogue).say("The tour was left.")
      try traces.check()
      return .incomplete
    }
    let done = result.steps.filter(\.completed).count
    try Sentences(.output).say("Served \(result.dish) to \(result.guest) in \(done) steps.".printable)
    try traces.check()
    return .ok
  }
}
