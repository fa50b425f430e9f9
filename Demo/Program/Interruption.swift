import FlowCommandLine
import Dispatch
import FlowTerminal
import Foundation

/// The reaction to Ctrl-C: cleans up and ends the process with code 130.
final class Interruption {
  private let listener: SignalListener

  /// Makes Ctrl-C call `cleanUp` on its own queue, then end the process.
  ///
  /// `showsScreens` indicates that screens are drawn if the terminal supports them. Then Ctrl-C is not echoed.
  init(in terminal: Terminal, showsScreens: Bool = false, _ cleanUp: @escaping @Sendable () -> Void) {
    let drawsScreens = showsScreens && terminal.isInteractive && terminal.movesCursor(on: .output)
    let echoes = terminal.isTerminal(.input) && terminal.isTerminal(.error) && !drawsScreens
    let queue = DispatchQueue(label: "flowstate.demo.interruption")
    listener = SignalListener(SIGINT, on: queue, insteadOfEnd: true) {
      cleanUp()
      // A line break keeps the shell's prompt off the line with the echo of Ctrl-C.
      if echoes { try? TextOutput(descriptor: 2).writeLine() }
      exit(ExitCode.interrupted.rawValue)
    }
  }

  /// Makes Ctrl-C end the process immediately.
  func end() {
    listener.end()
  }
}
