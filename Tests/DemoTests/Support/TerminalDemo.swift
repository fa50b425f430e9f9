import DemoServer

#if os(Linux)
  import FlowState
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Demo

  /// The demo on its own terminal, with a window of a given size. A test types as on a keyboard.
  final class TerminalDemo: Sendable {
    /// The end of the demo.
    struct Ending: Sendable {
      /// The exit code, or 128 and the number of the signal that ended it, as shells count.
      let status: Int32
      /// All that was written to the terminal and not read before.
      let output: String
      /// Whether lines are edited, echoed and interrupted by the terminal again, as at the start.
      let isGivenBack: Bool
    }

    static let enter = "\r"
    static let down = "\u{1B}[B"
    /// The last text below choices.
    static let choosing = "Enter chooses"

    // The system's module does not export these.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private static let newSession: Int16 = 0x80

    let identifier: pid_t
    private let keyboard: Int32
    private let ended = DispatchSemaphore(value: 0)
    private let result = Locked<(status: Int32, isGivenBack: Bool)>((-1, false))

    /// Starts the demo with the usual `TERM` and without `NO_COLOR`, unless `environment` sets them.
    /// Standard output goes to the file `output`, if there is one.
    ///
    /// A terminal that controls the demo turns Ctrl-C into a signal. It also hangs up when the demo ends, so the last output
    /// can be lost, and `isGivenBack` isn't known.
    init(
      _ arguments: [String], columns: Int = 40, rows: Int = 12, environment: [String: String] = [:],
      output: String? = nil, isControlled: Bool = false
    ) throws {
      // Not by `openpty`, because programs that other tests start at the same time would also hold the terminal.
      let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (locked, number): (Int32, Int32) = (0, 0)
      guard keyboard >= 0, ioctl(keyboard, Self.setLock, &locked) == 0, ioctl(keyboard, Self.getNumber, &number) == 0
      else { throw SystemFailure.last }
      self.keyboard = keyboard
      let name = "/dev/pts/\(number)"
      // Held until the demo has ended. Otherwise the terminal would hang up before the demo opens it.
      let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
      var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      guard terminal >= 0, ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemFailure.last }

      var surroundings = ProcessInfo.processInfo.environment
      surroundings["NO_COLOR"] = nil
      surroundings["TERM"] = "xterm-256color"
      surroundings.merge(environment) { $1 }
      identifier = try Self.spawn(
        arguments, on: name, isControlled: isControlled, output: output, environment: surroundings)
      Thread { [self] in wait(holding: terminal) }.start()
    }

    deinit {
      close(keyboard)
    }

    func type(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
    }

    /// Waits for choices, and presses keys. Returns what was written up to the choices.
    @discardableResult
    func choose(_ keys: String) -> String {
      let seen = read(until: Self.choosing)
      type(keys)
      return seen
    }

    /// Reads what is written to the terminal up to some texts, one after the other, or to the end.
    func read(until texts: String...) -> String {
      var seen: [UInt8] = []
      while !Self.contains(texts, in: String(decoding: seen, as: UTF8.self)), let more = readSome() { seen += more }
      return String(decoding: seen, as: UTF8.self)
    }

    private static func contains(_ texts: [String], in seen: String) -> Bool {
      var rest = Substring(seen)
      for text in texts {
        guard let range = rest.range(of: text) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }

    /// Reads the output until the process ends.
    func finish() -> Ending {
      var seen: [UInt8] = []
      while let more = readSome() { seen += more }
      ended.wait(orSay: "The demo did not end")
      let (status, isGivenBack) = result.withLock { $0 }
      return Ending(status: status, output: String(decoding: seen, as: UTF8.self), isGivenBack: isGivenBack)
    }

    private func readSome() -> ArraySlice<UInt8>? {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = Glibc.read(keyboard, &buffer, buffer.count)
        if count > 0 { return buffer.prefix(count) }
        // The end of a terminal is an error.
        if count == 0 || errno != EINTR { return nil }
      }
    }

    private func wait(holding terminal: Int32) {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      var settings = termios()
      tcgetattr(terminal, &settings)
      let usual = tcflag_t(ICANON | ECHO | ISIG)
      let signal = status & 0x7F
      let ending = (signal == 0 ? (status >> 8) & 0xFF : 128 + signal, settings.c_lflag & usual == usual)
      result.withLock { $0 = ending }
      close(terminal)
      ended.signal()
    }

    /// Starts the process. By default, the terminal does not control it, because it would hang up with the process and
    /// discard the last output.
    private static func spawn(
      _ arguments: [String], on terminal: String, isControlled: Bool, output: String?, environment: [String: String]
    ) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR | (isControlled ? 0 : O_NOCTTY), 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      if let output {
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      } else {
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
      }
      // The demo would hold the pipes of other tests open, whose processes then wait for each other.
      for name in try FileManager.default.contentsOfDirectory(atPath: "/dev/fd") {
        if let descriptor = Int32(name), descriptor > 2 { posix_spawn_file_actions_addclose(&actions, descriptor) }
      }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // Other tests of this process change the handling of signals.
      var (all, none) = (sigset_t(), sigset_t())
      sigfillset(&all)
      sigemptyset(&none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setsigmask(&attributes, &none)
      // The first terminal that the leader of a new session opens controls it.
      let session = isControlled ? Self.newSession : 0
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | session)
      let program = DemoProcess.executable.path
      var words = ([program] + arguments).map { strdup($0) } + [nil]
      var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in words + variables { free(text) } }
      var identifier: pid_t = 0
      let code = posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
      guard code == 0 else { throw SystemFailure(code: code) }
      return identifier
    }
  }
#endif
