/// The exit code of the process. The numbers follow `sysexits.h` where it defines one.
package enum ExitCode: Int32, Sendable, CaseIterable, Comparable {
  /// The flow ended successfully.
  case ok = 0
  /// The command line is invalid.
  case usage = 64
  /// The content of an input file doesn't have the expected form.
  case data = 65
  /// A file or a run that the command line names doesn't exist.
  case noInput = 66
  /// A resource that the program needs, such as a server, is not available.
  case unavailable = 69
  /// An internal error, or an error of the operating system.
  case `internal` = 70
  /// The user left before the flow was complete, or the input ended there. The same command can be tried again.
  case incomplete = 75
  /// The user pressed Ctrl-C: 128 plus the number of the signal.
  case interrupted = 130

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
