#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// Hears of the signals that concern a window, as long as it lives.
final class WindowSignals: Sendable {
  private let listeners: [SignalListener]

  /// - Parameters:
  ///   - resized: Called when the window has another size.
  ///   - continued: Called when the process goes on after it was stopped.
  ///   - ending: Called before a signal ends the process; it gives the terminal back. Not called for a signal that the
  ///     program takes care of itself.
  init(
    resized: @escaping @Sendable () -> Void, continued: @escaping @Sendable () -> Void,
    ending: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "FlowTerminal.WindowSignals")
    // What the program takes care of itself is not to be taken away from it.
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

  /// Stops listening; signals do again what they did before.
  func end() {
    for listener in listeners { listener.end() }
  }

  /// What a signal does to the process now.
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
