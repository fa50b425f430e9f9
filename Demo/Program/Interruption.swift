import FlowCommandLine
import Dispatch
import FlowTerminal
import Foundation

/// The reaction to Ctrl-C, which cleans up and ends the process with code 130.
final class Interruption {
  private let listener: SignalListener

  /// Installs the reaction to Ctrl-C. It calls `cleanUp` on its own queue and then ends the process.
  ///
  /// `showsScreens` indicates that screens are drawn if the terminal supports them. In this case, Ctrl-C is not echoed, and
  /// ``ErrorLines`` wait until ``end()``.
  init(in terminal: Terminal, showsScreens: Bool = false, _ cleanUp: @escaping @Sendable () -> Void) {
    let drawsScreens = showsScreens && terminal.isInteractive && terminal.movesCursor(on: .output)
    let echoes = terminal.isTerminal(.input) && terminal.isTerminal(.error) && !drawsScreens
    if drawsScreens, terminal.isTerminal(.error) { ErrorLines.hold() }
    let queue = DispatchQueue(label: "flowstate.demo.interruption")
    listener = SignalListener(SIGINT, on: queue, insteadOfEnd: true) {
      cleanUp()
      ErrorLines.release()
      // A line break keeps the shell's prompt separate from the echo of Ctrl-C.
      if echoes { try? TextOutput(descriptor: 2).writeLine() }
      exit(ExitCode.interrupted.rawValue)
    }
  }

  /// Restores the default reaction to Ctrl-C, which ends the process immediately.
  func end() {
    listener.end()
    ErrorLines.release()
  }
}
