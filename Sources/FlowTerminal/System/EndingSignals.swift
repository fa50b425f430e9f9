#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import FlowState
import Synchronization

/// The signals that end the process by default, while at least one screen is live.
///
/// A handler restores the terminals, then performs the earlier action of the signal: it calls the earlier handler or
/// ends the process.
enum EndingSignals {
  /// The signals of an error in the program. A handler of the program is called after the terminals are restored.
  private static let faults = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU]
  /// The other signals that end the process. If the program handles one of them, its handler isn't replaced.
  private static let requests: [CInt] = {
    var numbers = [SIGHUP, SIGINT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXFSZ]
    #if os(Linux)
      numbers += [SIGPOLL, SIGPWR, SIGSTKFLT]
    #endif
    return numbers
  }()

  private static let capacity = 65
  /// The address of the earlier actions, indexed by the number of the signal.
  fileprivate static let earlier: UInt = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: capacity)
    actions.initialize(repeating: sigaction(), count: capacity)
    return UInt(bitPattern: actions)
  }()

  private struct Listening: Sendable {
    var count = 0
    var installed: [CInt] = []
    var listensForExit = false
  }

  private static let listening = Locked(Listening())

  /// Installs the handlers for the first screen.
  static func begin() {
    listening.withLock { state in
      state.count += 1
      guard state.count == 1, let earlier = UnsafeMutablePointer<sigaction>(bitPattern: earlier) else { return }
      for number in faults + requests {
        let disposition = WindowSignals.Disposition(of: number)
        guard disposition == .usual || (disposition == .handled && faults.contains(number)) else { continue }
        sigaction(number, nil, earlier + Int(number))
        var action = sigaction()
        action.setHandler(terminalIsEnding)
        // Use a stack of its own, if the thread has one, because the thread's stack may be exhausted.
        action.sa_flags = CInt(truncatingIfNeeded: SA_SIGINFO) | CInt(truncatingIfNeeded: SA_ONSTACK)
        if disposition == .handled {
          // The earlier handler, and the processes that it starts, must find the signals unchanged.
          action.sa_flags |= (earlier + Int(number)).pointee.sa_flags
          action.sa_mask = (earlier + Int(number)).pointee.sa_mask
        } else {
          sigfillset(&action.sa_mask)
        }
        if sigaction(number, &action, nil) == 0 { state.installed.append(number) }
      }
      if !state.listensForExit {
        state.listensForExit = true
        atexit { TerminalRestoration.restoreAll() }
      }
    }
  }

  /// Removes the handlers after the last screen, except where the program has replaced them.
  static func end() {
    listening.withLock { state in
      state.count -= 1
      guard state.count == 0, let earlier = UnsafeMutablePointer<sigaction>(bitPattern: earlier) else { return }
      for number in state.installed {
        var current = sigaction()
        guard sigaction(number, nil, &current) == 0, current.isHandled(by: terminalIsEnding) else { continue }
        sigaction(number, earlier + Int(number), nil)
      }
      state.installed = []
    }
  }
}

/// The signal handler. Async-signal-safe.
private func terminalIsEnding(
  _ number: CInt, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  TerminalRestoration.restoreAll()
  if let earlier = UnsafeMutablePointer<sigaction>(bitPattern: EndingSignals.earlier).map({ $0 + Int(number) }) {
    if earlier.pointee.call(number, info, context) {
      var current = sigaction()
      if sigaction(number, nil, &current) == 0, current.isDefault {
        // The handler has reported the crash and expects the process to end, like the handler of the Swift runtime.
        raise(number)
      } else if TerminalRestoration.rearmAll() {
        // The program continues. SIGCONT makes a screen draw itself again.
        kill(getpid(), SIGCONT)
      }
    } else {
      sigaction(number, earlier, nil)
      // The signal arrives when this handler returns.
      raise(number)
    }
  }
  errno = code
}

extension sigaction {
  fileprivate typealias Handler =
    @convention(c) (CInt, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  fileprivate mutating func setHandler(_ handler: @escaping Handler) {
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #elseif canImport(Glibc)
      __sigaction_handler.sa_sigaction = handler
    #else
      __sa_handler.sa_sigaction = handler
    #endif
  }

  private var handler: Handler? {
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction
    #elseif canImport(Glibc)
      __sigaction_handler.sa_sigaction
    #else
      __sa_handler.sa_sigaction
    #endif
  }

  fileprivate func isHandled(by handler: @escaping Handler) -> Bool {
    unsafeBitCast(self.handler, to: Int.self) == unsafeBitCast(handler, to: Int.self)
  }

  fileprivate var isDefault: Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
  }

  /// Calls the handler, and returns whether the action has one. Async-signal-safe.
  fileprivate func call(
    _ number: CInt, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) -> Bool {
    let bits = unsafeBitCast(handler, to: Int.self)
    guard bits != unsafeBitCast(SIG_DFL, to: Int.self), bits != unsafeBitCast(SIG_IGN, to: Int.self) else {
      return false
    }
    if CInt(truncatingIfNeeded: sa_flags) & CInt(truncatingIfNeeded: SA_SIGINFO) != 0 {
      handler?(number, info, context)
    } else {
      unsafeBitCast(handler, to: (@convention(c) (CInt) -> Void)?.self)?(number)
    }
    return true
  }
}
