#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The output on which a program communicates with its user, separate from its results.
///
/// Usually, this is standard output. If a user at a terminal redirects the results, as in `x=$(menu)` or `menu >file`,
/// the dialogue goes to standard error, or to the terminal itself if standard error is redirected, too. Therefore, the
/// user always sees the dialogue, and the results contain nothing else:
///
/// ```swift
/// let dialogue = Dialogue.current()
/// let prompter = Prompter(dialogue: dialogue)  // and ScreenSession(dialogue: dialogue)
/// // … when the questions are answered, write only the result to standard output:
/// try TextOutput().writeLine("small")
/// ```
///
/// If standard input isn't a terminal, the dialogue is part of the output, as a transcript.
public struct Dialogue: Sendable {
  /// The output for questions, screens, and messages.
  public let output: TextOutput
  /// A description of the standard streams, with the output of the dialogue in place of standard output.
  public let terminal: Terminal
  /// A Boolean value that indicates whether the dialogue and the results go to the same place, standard output.
  public let isOnStandardOutput: Bool

  /// Returns the dialogue of the process. You can call it from any thread.
  ///
  /// - Returns: A snapshot of the current state. It can keep a descriptor of the terminal open until the process ends.
  public static func current() -> Dialogue {
    Dialogue(environment: Terminal.currentEnvironment) { open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC) }
  }

  init(input: CInt = 0, output: CInt = 1, error: CInt = 2, environment: [String: String], openTerminal: () -> CInt) {
    var descriptor = output
    if isatty(input) == 1, isatty(output) != 1 {
      if isatty(error) == 1 {
        descriptor = error
      } else {
        let terminal = openTerminal()
        if terminal >= 0 { descriptor = terminal }
      }
    }
    self.output = TextOutput(descriptor: descriptor)
    terminal = Terminal(input: input, output: descriptor, error: error, environment: environment)
    isOnStandardOutput = descriptor == output
  }
}
