/// How the process tells its caller what became of it; the numbers follow `sysexits.h` where it has one.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// The flow ended in order.
  case ok = 0
  /// The command line was not understood.
  case usage = 64
  /// An input file holds something else than expected.
  case data = 65
  /// Something that the program needs, such as a server, cannot be reached.
  case unavailable = 69
  /// The program failed by its own fault, or the system refused it something.
  case `internal` = 70
  /// The user pressed Ctrl-C: 128 plus the number of the signal.
  case interrupted = 130
}
