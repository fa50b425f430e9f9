#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A description of the standard streams: whether they are terminals, and which codes can be written to them.
///
/// ```swift
/// let terminal = Terminal.current()
/// let title = TextStyle.bold.apply(to: "Profile", when: terminal.usesColor(for: .output))
/// ```
///
/// A terminal is a snapshot. Create a new one when the size of the window changes. In a test, describe the streams
/// yourself:
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

  /// The width of the window in characters; 80 if there is no window.
  public let columns: Int

  private let terminals: Set<Stream>
  private let allowsColor: Bool
  private let movesCursor: Bool
  /// The colours of images.
  let colorDepth: ColorDepth

  /// Creates a description from the given values.
  ///
  /// - Parameters:
  ///   - terminals: The streams that are terminals.
  ///   - environment: The environment variables. Only `NO_COLOR`, `TERM`, and `COLORTERM` are used.
  ///   - columns: The width of the window in characters. A value below 1 means unknown and becomes 80.
  public init(terminals: Set<Stream>, environment: [String: String], columns: Int = 80) {
    self.terminals = terminals
    self.columns = columns > 0 ? columns : 80
    movesCursor = environment["TERM"] != "dumb"
    allowsColor = movesCursor && (environment["NO_COLOR"] ?? "").isEmpty
    colorDepth = ["truecolor", "24bit"].contains(environment["COLORTERM"]) ? .full : .cube
  }

  /// Creates a description of three descriptors. A closed descriptor isn't a terminal.
  ///
  /// - Parameters:
  ///   - input: The descriptor of standard input.
  ///   - output: The descriptor of standard output.
  ///   - error: The descriptor of standard error.
  ///   - environment: The environment variables. Only `NO_COLOR`, `TERM`, and `COLORTERM` are used.
  public init(input: CInt = 0, output: CInt = 1, error: CInt = 2, environment: [String: String]) {
    let descriptors: [(Stream, CInt)] = [(.input, input), (.output, output), (.error, error)]
    let terminals = descriptors.filter { isatty($0.1) == 1 }
    // Either output can provide the width: if standard output is piped, progress still goes to the window.
    let window = terminals.last { $0.0 == .output } ?? terminals.last { $0.0 == .error }
    self.init(
      terminals: Set(terminals.map(\.0)),
      environment: environment,
      columns: window.map { WindowSize(of: $0.1).columns } ?? 80
    )
  }

  /// Returns a description of the process's standard streams and environment. You can call it from any thread.
  ///
  /// - Returns: A snapshot of the current state.
  public static func current() -> Terminal {
    Terminal(environment: currentEnvironment)
  }

  /// The environment variables that are used.
  static var currentEnvironment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["NO_COLOR", "TERM", "COLORTERM"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return environment
  }

  /// A Boolean value that indicates whether both standard input and standard output are terminals.
  public var isInteractive: Bool {
    isTerminal(.input) && isTerminal(.output)
  }

  /// Returns a Boolean value that indicates whether a stream is a terminal.
  ///
  /// - Parameter stream: The stream.
  /// - Returns: True if the stream is a terminal.
  public func isTerminal(_ stream: Stream) -> Bool {
    terminals.contains(stream)
  }

  /// Returns a Boolean value that indicates whether text on a stream can be coloured.
  ///
  /// The stream must be a terminal, `NO_COLOR` must be unset or empty, and `TERM` must not be `dumb`.
  ///
  /// - Parameter stream: The stream that the text goes to.
  /// - Returns: True if the text can be coloured.
  public func usesColor(for stream: Stream) -> Bool {
    isTerminal(stream) && allowsColor
  }

  /// Returns a Boolean value that indicates whether the cursor of a stream can be moved, to redraw a line in place.
  ///
  /// The stream must be a terminal, and `TERM` must not be `dumb`. `NO_COLOR` disables colours, not screens.
  ///
  /// - Parameter stream: The stream to draw on.
  /// - Returns: True if the cursor can be moved.
  public func movesCursor(on stream: Stream) -> Bool {
    isTerminal(stream) && movesCursor
  }
}
