#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Job control. A shell expects that a background process is stopped when it uses the terminal.
enum JobControl {
  /// Calls a closure during which the signal `SIGTTIN`, `SIGTTOU`, or `SIGTSTP` stops the process.
  ///
  /// Dispatch's threads block these signals. A thread that blocks them isn't stopped: it can change the settings of a
  /// terminal that another process uses, and its reads fail, which looks like the end of the input.
  static func obeying<Value>(_ number: CInt, _ body: () -> Value) -> Value {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Returns whether the process is in the foreground of a terminal. Also returns true if the terminal doesn't control
  /// the process.
  static func isForeground(on terminal: CInt) -> Bool {
    let group = tcgetpgrp(terminal)
    return group < 0 || group == getpgrp()
  }
}
