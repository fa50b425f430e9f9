#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the standard streams are, and what may be done with them.
///
/// ```swift
/// let terminal = Terminal.current()
/// let title = TextStyle.bold.apply(to: "Profile", when: terminal.usesColor(for: .output))
/// ```
///
/// It is a picture of the moment: when the window has another size, take a new one. In a test, say what it shall be:
///
/// ```swift
/// let narrow = Terminal(terminals: [.output], environment: ["TERM": "xterm"], columns: 20)
/// ```
public struct Terminal: Sendable, Equatable {
  /// One of the three standard streams.
  ///
  /// ```swift
  /// let colors = terminal.usesColor(for: .error)
  /// ```
  public enum Stream: Sendable, Hashable, CaseIterable {
    /// Standard input.
    case input
    /// Standard output.
    case output
    /// Standard error.
    case error
  }

  /// The width of the window in characters; 80 where there is none.
  public let columns: Int

  private let terminals: Set<Stream>
  private let allowsCodes: Bool

  /// Describes streams without looking at any.
  ///
  /// - Parameters:
  ///   - terminals: The streams that are terminals.
  ///   - environment: The environment variables; `NO_COLOR` and `TERM` count.
  ///   - columns: The width of the window in characters; below 1 is taken as unknown, which is 80.
  public init(terminals: Set<Stream>, environment: [String: String], columns: Int = 80) {
    self.terminals = terminals
    self.columns = columns > 0 ? columns : 80
    allowsCodes = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Looks at three descriptors; one that is closed is not a terminal.
  ///
  /// - Parameters:
  ///   - input: The descriptor of standard input.
  ///   - output: The descriptor of standard output.
  ///   - error: The descriptor of standard error.
  ///   - environment: The environment variables; `NO_COLOR` and `TERM` count.
  public init(input: CInt = 0, output: CInt = 1, error: CInt = 2, environment: [String: String]) {
    let descriptors: [(Stream, CInt)] = [(.input, input), (.output, output), (.error, error)]
    let terminals = descriptors.filter { isatty($0.1) == 1 }
    // Whichever of the two writes to a window; a program piped into another may still draw its progress.
    let window = terminals.last { $0.0 == .output } ?? terminals.last { $0.0 == .error }
    self.init(
      terminals: Set(terminals.map(\.0)),
      environment: environment,
      columns: window.map { WindowSize(of: $0.1).columns } ?? 80
    )
  }

  /// Looks at this process: its standard streams and its environment. May be called from any thread.
  ///
  /// - Returns: What they are now.
  public static func current() -> Terminal {
    var environment: [String: String] = [:]
    for name in ["NO_COLOR", "TERM"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return Terminal(environment: environment)
  }

  /// Whether somebody sits there: both standard input and standard output are terminals.
  public var isInteractive: Bool {
    isTerminal(.input) && isTerminal(.output)
  }

  /// Whether a stream is a terminal.
  ///
  /// - Parameter stream: The stream in question.
  /// - Returns: True when it is one.
  public func isTerminal(_ stream: Stream) -> Bool {
    terminals.contains(stream)
  }

  /// Whether text on a stream may be coloured: only on a terminal, not under a non-empty `NO_COLOR`, and not when `TERM`
  /// is `dumb`.
  ///
  /// - Parameter stream: The stream that the text goes to.
  /// - Returns: True when colours are welcome.
  public func usesColor(for stream: Stream) -> Bool {
    isTerminal(stream) && allowsCodes
  }

  /// Whether a stream's cursor may be moved, to draw a line again in place. The rule is that of colours.
  ///
  /// - Parameter stream: The stream that is drawn on.
  /// - Returns: True when the cursor may be moved.
  public func movesCursor(on stream: Stream) -> Bool {
    isTerminal(stream) && allowsCodes
  }
}
