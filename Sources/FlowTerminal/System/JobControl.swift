#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a shell expects of programs in the background: to be stopped when they reach for the terminal.
enum JobControl {
  /// Calls a body in which a signal of the terminal, `SIGTTIN` or `SIGTTOU`, stops the process.
  ///
  /// The threads of Dispatch block these signals, and who blocks them is not stopped: it may change the terminal that
  /// somebody else uses, and reads an error, which looks like the end of the input.
  static func obeying<Value>(_ number: CInt, _ body: () -> Value) -> Value {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}
