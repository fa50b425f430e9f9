#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// Listens for the signals about a window until ``end()``.
final class WindowSignals: Sendable {
  private let listeners: [SignalListener]

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - resized: Called when the size of the window has changed.
  ///   - continued: Called when the process continues after it was stopped.
  init(resized: @escaping @Sendable () -> Void, continued: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "FlowTerminal.WindowSignals")
    listeners = [
      SignalListener(SIGWINCH, on: queue, insteadOfEnd: false, resized),
      SignalListener(SIGCONT, on: queue, insteadOfEnd: false, continued),
    ]
  }

  /// Stops listening.
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
