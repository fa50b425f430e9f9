import DemoServer
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
    exit(run().rawValue)
  }

  private static let parser = DemoCommand.Parser(
    program: "Demo", version: DemoVersion.current, summary: "Shows what FlowState does, in the terminal.",
    commands: DemoCommand.all, columns: Terminal.current().isTerminal(.output) ? Terminal.current().columns : nil)

  private static func run() -> ExitCode {
    var words: [String] = []
    do {
      words = try CommandLineWords.current()
      try ConsoleOption.check(words)
      switch try parser.parse(words) {
      case .show(let text):
        try TextOutput().writeLine(text)
        return .ok
      case .run(let command, let options):
        return try command.run(options)
      }
    } catch {
      return report(error, of: words)
    }
  }

  /// Prints an error to standard error and returns its exit code.
  private static func report(_ error: any Error, of words: [String]) -> ExitCode {
    let cause = (error as? FlowError)?.cause ?? error
    switch cause {
    // The reader has closed the output, so it needs no more of it.
    case let failure as OutputFailure where failure.code == EPIPE: return .ok
    // The step that could not write does not matter to the user.
    case let failure as OutputFailure:
      say("\(failure)")
      return .internal
    case let usage as UsageError:
      say("\(usage)\nSee '\(parser.help(for: words))'.")
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
    case .unsupported, .damaged, .invalidRecord: true
    default: false
    }
  }
}
