import FlowState
import FlowTerminal
import Foundation

/// `Demo profile`: edits a profile that a server keeps.
struct ProfileCommand: Sendable {
  static let subcommand = Subcommand(
    name: "profile", summary: "Shows a profile, downloads it, and edits its name.",
    options: [
      .value("store", "FILE", "Keep the profile in FILE instead of the user's data folder."),
      .value("server", "URL", "Use the server at URL instead of the embedded one."),
    ] + RunTraces.options)

  private let options: ParsedOptions
  private let terminal = Terminal.current()
  private let output = TextOutput()

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Runs the flow to its end. Starts an embedded server unless the user named one.
  func run() throws -> ExitCode {
    let address = try options.value("server").map(ServerAddress.parse)
    if address != nil, options.value("store") != nil { throw UsageError.exclusive("server", "store") }
    let traces = try RunTraces(options)
    let server = address == nil ? makeServer() : nil
    // A trace on standard error would interfere with the spinner.
    let sharesErrors = options.value("trace") == "-"
    let progress = ProgressIndicator(terminal: sharesErrors ? Terminal(terminals: [], environment: [:]) : terminal)
    let interruption = Interruption(in: terminal) {
      progress.stop()
      try? traces.finish()
      server?.stop()
    }
    defer {
      interruption.end()
      server?.stop()
    }
    guard let url = try address ?? server?.start() else { return .internal }

    let profileFlow = ProfileFlow(
      client: ProfileClient(server: url), prompter: Prompter(output: output, terminal: terminal),
      screen: ProfileScreen(output: output, progress: progress, terminal: terminal))
    _ = try traces.run(profileFlow.flow)
    return .ok
  }

  private func makeServer() -> ProfileServer {
    ProfileServer(store: ProfileStore.at(options.value("store"))) { [terminal] notice in
      try? Sentences(.error, terminal: terminal).say(notice.description)
    }
  }
}
