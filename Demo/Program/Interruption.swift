import Dispatch
import Foundation

/// What Ctrl-C does: cleans up and ends the process with code 130.
final class Interruption {
  private let source: any DispatchSourceSignal

  /// From now on Ctrl-C calls `cleanUp`, on a queue of its own, and ends the process.
  init(_ cleanUp: @escaping @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "flowstate.demo.interruption"))
    source.setEventHandler {
      cleanUp()
      exit(ExitCode.interrupted.rawValue)
    }
    source.activate()
  }

  /// From now on Ctrl-C ends the process at once.
  func end() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
