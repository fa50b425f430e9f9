#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// Listens for the signals that concern a window until ``end()``.
final class WindowSignals: Sendable {
  private let listeners: [SignalListener]

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - resized: Called when the size of the window has changed.
  ///   - continued: Called when the process continues after it was stopped.
  ///   - ending: Called before a signal ends the process, to restore the terminal. It isn't called for a signal that the program
  ///     handles or ignores.
  init(
    resized: @escaping @Sendable () -> Void, continued: @escaping @Sendable () -> Void,
    ending: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "FlowTerminal.WindowSignals")
    // Leaves alone the signals that the program handles or ignores.
    let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { Disposition(of: $0) == .usual }
    listeners =
      [
        SignalListener(SIGWINCH, on: queue, insteadOfEnd: false, resized),
        SignalListener(SIGCONT, on: queue, insteadOfEnd: false, continued),
      ]
      + endings.map { number in
        SignalListener(number, on: queue, insteadOfEnd: true) {
          ending()
          signal(number, SIG_DFL)
          kill(getpid(), number)
        }
      }
  }

  /// Stops listening, and restores the previous effect of the signals.
  func end() {
    for listener in listeners { listener.end() }
  }

  /// The effect that a signal currently has on the process.
  enum Disposition: Sendable, Equatable {
    case usual
    case ignored
    case handled

    init(of number: CInt) {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else {
        self = .handled
        return
      }
      #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
      #elseif canImport(Glibc)
        let handler = action.__sigaction_handler.sa_handler
      #else
        let handler = action.__sa_handler.sa_handler
      #endif
      switch unsafeBitCast(handler, to: Int.self) {
      case unsafeBitCast(SIG_DFL, to: Int.self): self = .usual
      case unsafeBitCast(SIG_IGN, to: Int.self): self = .ignored
      default: self = .handled
      }
    }
  }
}
