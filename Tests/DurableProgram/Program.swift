import FlowDurable
import FlowState
import FlowStateTesting
import Foundation

/// A program that works through durable runs, for tests that kill it, starve it, or keep its journal.
///
///     DurableProgram work JOURNAL LEDGER NUMBER   starts runs and works until it is killed
///     DurableProgram finish JOURNAL LEDGER        works until all runs have ended, and notes how
///     DurableProgram linger JOURNAL LEDGER        works on steps that end when told, and on a quick run for each line of its input
///     DurableProgram hold JOURNAL                 keeps the journal open until the end of its input
///     DurableProgram fill JOURNAL [told]          starts runs until the disk is full, and goes on when it isn't
///     DurableProgram example JOURNAL              leaves runs at several positions
///     DurableProgram grow JOURNAL MIB             writes a large journal
///     DurableProgram open JOURNAL                 opens a journal, and says how long that takes
@main
struct Program {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("work", 4): try await Killed(arguments[1], arguments[2]).work(Int(arguments[3]) ?? 0)
      case ("finish", 3): try await Killed(arguments[1], arguments[2]).finish()
      case ("linger", 3): try await Lingering(arguments[1], arguments[2]).work()
      case ("hold", 2): try await hold(arguments[1])
      case ("fill", 2): try await fill(arguments[1])
      case ("fill", 3): try await fill(arguments[1], isTold: true)
      case ("example", 2): try await Example(arguments[1]).leave()
      case ("grow", 3): try await grow(arguments[1], (Int(arguments[2]) ?? 1) << 20)
      case ("open", 2): try await open(arguments[1])
      default:
        print("Usage: DurableProgram work|finish|linger|hold|fill|example|grow|open JOURNAL …")
        exit(2)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func hold(_ path: String) async throws {
    let store = try FileStore(at: path)
    say("open")
    while readLine() != nil {}
    try await store.close()
  }

  /// Prints a line at once.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
