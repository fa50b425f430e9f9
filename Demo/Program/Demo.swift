import FlowState
import FlowTerminal
import Foundation

/// The program that `swift run Demo` starts.
@main
struct Demo {
  static func main() {
    // Before anything else is opened: a file must not take the number of a standard stream that is closed.
    StandardDescriptors.reserveClosed()
    // The embedded server is on this machine, where no proxy stands between.
    ProxyEnvironment.ignore()
    // A reader that goes away is an error of the write that notices it, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that would grow past what the system allows.
    signal(SIGXFSZ, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static let parser = CommandLineParser(
    program: "Demo", summary: "Shows what FlowState does, in the terminal.",
    defaultCommand: ProfileCommand.subcommand,
    others: [
      SignupCommand.subcommand, DiagramCommand.subcommand, RecipeCommand.subcommand,
      ScreenSubcommand.subcommand, HubCommand.subcommand, TourCommand.subcommand,
    ], columns: Terminal.current().isTerminal(.output) ? Terminal.current().columns : nil)

  private static func run(_ words: [String]) -> ExitCode {
    do {
      switch try parser.parse(words) {
      case .show(let text):
        try TextOutput().writeLine(text)
        return .ok
      case .run(let command, let options):
        switch command {
        case SignupCommand.subcommand: return try SignupCommand(options).run()
        case DiagramCommand.subcommand: return try DiagramCommand(options).run()
        case RecipeCommand.subcommand: return try RecipeCommand(options).run()
        case ScreenSubcommand.subcommand: return try ScreenSubcommand(options).run()
        case HubCommand.subcommand: return try HubCommand(options).run()
        case TourCommand.subcommand: return try TourCommand(options).run()
        default: return try ProfileCommand(options).run()
        }
      }
    } catch {
      return report(error)
    }
  }

  /// Tells an error to standard error and chooses the exit code for it.
  private static func report(_ error: any Error) -> ExitCode {
    let cause = (error as? FlowError)?.cause ?? error
    switch cause {
    // Whoever read the output has seen enough.
    case let failure as OutputFailure where failure.code == EPIPE: return .ok
    // Which step could not write is of no use to anybody.
    case let failure as OutputFailure:
      say("\(failure)")
      return .internal
    case let usage as UsageError:
      say("\(usage)\nSee 'Demo --help'.")
      return .usage
    case let document as DocumentError:
      say("\(document)")
      return document.exitCode
    case is ProfileServerError, is TraceFileError:
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
