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
  private struct State {
    var sources: [any DispatchSourceSignal] = []
    /// The signals whose usual end of the process is put off.
    var deferred: [CInt] = []
  }

  private let state = QueueConfined(State(), label: "FlowTerminal.WindowSignals.state")

  /// - Parameters:
  ///   - resized: Called when the window has another size.
  ///   - continued: Called when the process goes on after it was stopped.
  ///   - ending: Called before a signal ends the process; it gives the terminal back. Not called for a signal that the
  ///     program takes care of itself.
  init(
    resized: @escaping @Sendable () -> Void, continued: @escaping @Sendable () -> Void,
    ending: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "FlowTerminal.WindowSignals", target: .global())
    state.withState { state in
      Self.listen(SIGWINCH, on: queue, in: &state, resized)
      Self.listen(SIGCONT, on: queue, in: &state, continued)
      for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
        // What the program takes care of itself is not to be taken away from it.
        guard Disposition(of: number) == .usual else { continue }
        // The source sees the signal only when it does not end the process at once.
        signal(number, SIG_IGN)
        state.deferred.append(number)
        Self.listen(number, on: queue, in: &state) {
          ending()
          signal(number, SIG_DFL)
          kill(getpid(), number)
        }
      }
    }
  }

  /// Stops listening; signals do again what they did before.
  func end() {
    state.withState { state in
      for source in state.sources { source.cancel() }
      for number in state.deferred { signal(number, SIG_DFL) }
      state = State()
    }
  }

  private static func listen(
    _ number: CInt, on queue: DispatchQueue, in state: inout State, _ handler: @escaping @Sendable () -> Void
  ) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    source.activate()
    state.sources.append(source)
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
