import FlowCommandLine
import FlowDurable
import FlowState
import FlowTerminal
import Foundation

/// The program that `swift run Demo` runs.
@main
struct Demo {
  static func main() {
    // This is the first call, so that no file receives the descriptor of a closed standard stream.
    StandardDescriptors.reserveClosed()
    // The embedded server is on this machine and needs no proxy.
    ProxyEnvironment.ignore()
    // Writing to a closed pipe causes an error and does not end the process.
    signal(SIGPIPE, SIG_IGN)
    // The same applies to writing beyond the system's size limit for files.
    signal(SIGXFSZ, SIG_IGN)
    exit(run())
  }

  private static let parser = CommandLineParser(
    program: "Demo", version: DemoVersion.current, summary: "Shows what FlowState does, in the terminal.",
    defaultCommand: ProfileCommand.subcommand,
    others: [
      SignupCommand.subcommand, OrderCommand.subcommand, RunsCommand.subcommand, DiagramCommand.subcommand,
      RecipeCommand.subcommand,
      ScreenSubcommand.subcommand, HubCommand.subcommand, TourCommand.subcommand,
    ], columns: Terminal.current().isTerminal(.output) ? Terminal.current().columns : nil)

  private static func run() -> Int32 {
    do {
      let words = try CommandLineWords.current()
      // This command has subcommands of its own.
      if words.first == RunsCommand.subcommand.name { return try RunsCommand(Array(words.dropFirst())).run() }
      try ConsoleOption.check(words)
      return try run(words).rawValue
    } catch {
      return report(error).rawValue
    }
  }

  private static func run(_ words: [String]) throws -> ExitCode {
    switch try parser.parse(words) {
    case .show(let text):
      try TextOutput().writeLine(text)
      return .ok
    case .run(let command, let options):
      switch command {
      case SignupCommand.subcommand: return try SignupCommand(options).run()
      case OrderCommand.subcommand: return try OrderCommand(options).run()
      case DiagramCommand.subcommand: return try DiagramCommand(options).run()
      case RecipeCommand.subcommand: return try RecipeCommand(options).run()
      case ScreenSubcommand.subcommand: return try ScreenSubcommand(options).run()
      case HubCommand.subcommand: return try HubCommand(options).run()
      case TourCommand.subcommand: return try TourCommand(options).run()
      default: return try ProfileCommand(options).run()
      }
    }
  }

  /// Prints an error to standard error and returns its exit code.
  private static func report(_ error: any Error) -> ExitCode {
    let cause = (error as? FlowError)?.cause ?? error
    switch cause {
    // The reader has closed the output, so it needs no more of it.
    case let failure as OutputFailure where failure.code == EPIPE: return .ok
    // The step that could not write does not matter to the user.
    case let failure as OutputFailure:
      say("\(failure)")
      return .internal
    case let usage as UsageError:
      say("\(usage)\nSee 'Demo --help'.")
      return .usage
    case let document as DocumentError:
      say("\(document)")
      return document.exitCode
    case let store as StoreError:
      say("\(store)")
      return store.isAboutContent ? .data : .unavailable
    case is EmbeddedServerError, is TraceFileError, is DurableRunError, is DurableFailure:
      say("\(cause)")
      return .unavailable
    default:
      say("\(error)")
      return .internal
    }
  }

  private static func say(_ text: String) {
    try? Sentences(.error).say(text)
  }
}

extension StoreError {
  /// Whether the error is about the contents of a file. Other errors are about its availability.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .notAJournal, .newerVersion, .damaged, .invalidRecord, .invalidLine: true
    default: false
    }
  }
}
