import Dispatch
import FlowTerminal
import Foundation

/// What Ctrl-C does: cleans up and ends the process with code 130.
final class Interruption {
  private let listener: SignalListener

  /// From now on Ctrl-C calls `cleanUp`, on a queue of its own, and ends the process.
  ///
  /// `showsScreens` says that screens are drawn where the terminal allows it: nothing is echoed there.
  init(in terminal: Terminal = .current(), showsScreens: Bool = false, _ cleanUp: @escaping @Sendable () -> Void) {
    let drawsScreens = showsScreens && terminal.isInteractive && terminal.movesCursor(on: .output)
    let echoes = terminal.isTerminal(.input) && terminal.isTerminal(.error) && !drawsScreens
    let queue = DispatchQueue(label: "flowstate.demo.interruption")
    listener = SignalListener(SIGINT, on: queue, insteadOfEnd: true) {
      cleanUp()
      // The shell's prompt shall not stand behind the echo of Ctrl-C.
      if echoes { try? TextOutput(descriptor: 2).writeLine() }
      exit(ExitCode.interrupted.rawValue)
    }
  }

  /// From now on Ctrl-C ends the process at once.
  func end() {
    listener.end()
  }
}
