import DemoServer
import FlowCommandLine
import FlowState
import FlowTerminal
import Foundation

/// The command `Demo profile`, which edits a profile on a server.
struct ProfileCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "profile", summary: "Shows a profile, downloads it, and edits its name.",
    options: [
      .value("store", "FILE", "Keep the profile in FILE instead of the user's data folder."),
      .value("server", "URL", "Use the server at URL instead of the embedded one."),
    ] + RunTraces.options
  ) { try ProfileCommand($0).run() }

  private let options: ParsedOptions
  private let dialogue = Dialogue.current()
  private var terminal: Terminal { dialogue.terminal }

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Runs the flow to its end. Starts an embedded server unless the user named a server.
  func run() throws -> ExitCode {
    let address = try options.value("server").map(ServerAddress.parse)
    if address != nil, options.value("store") != nil { throw UsageError.exclusive("server", "store") }
    if address == nil, options.value("store") == nil {
      try CommandLineWords.checkVariables(["XDG_DATA_HOME", "HOME"])
    }
    let store = ProfileStore.at(options.value("store"))
    let traces = try RunTraces(options, besides: address == nil ? [("The profile store", store.path)] : [])
    let server = address == nil ? makeServer(store) : nil
    // A trace on standard error would interfere with the progress indicator.
    let sharesErrors = options.value("trace") == "-"
    let progress = ProgressIndicator(terminal: sharesErrors ? Terminal(terminals: [], environment: [:]) : terminal)
    let interruption = Interruption(in: terminal) {
      progress.stop()
      traces.finish()
      server?.stop()
    }
    defer {
      interruption.end()
      server?.stop()
    }
    guard let url = try address ?? server?.start() else { return .internal }

    let lastSave = LastSave()
    let profileFlow = ProfileFlow(
      client: ProfileClient(server: url), prompter: Prompter(dialogue: dialogue),
      screen: ProfileScreen(output: dialogue.output, progress: progress, terminal: terminal), save: lastSave)
    let profile = try traces.run(profileFlow.flow)
    if !dialogue.isOnStandardOutput, let profile {
      // The user has seen the profile on the terminal, but the file or program that receives the output has not
      // received it.
      ProfileScreen(output: TextOutput(), progress: progress, terminal: .current()).show(profile)
    }
    try traces.check()
    // At a terminal, the user has seen the error and has decided to quit.
    guard lastSave.hasFailed, !terminal.isTerminal(.input) else { return .ok }
    try Sentences(.error).say("The last name was not saved.")
    return .unavailable
  }

  private func makeServer(_ store: ProfileStore) -> EmbeddedServer {
    EmbeddedServer(store: store) { [terminal] notice in
      try? Sentences(.error, terminal: terminal).say(notice.description)
    }
  }
}
