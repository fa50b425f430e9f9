import DemoTestSupport

#if os(Linux)
  import FlowScreens
  import Foundation
  import TestSupport
  import Testing

  @testable import Demo

  /// The behaviour of every command of the demo on a terminal, also on a narrow or dumb one.
  @Suite("Every command on a terminal", .timeLimit(.minutes(20)))
  struct EveryTerminalTests {
    private static let columns = 40
    private static let interactive = EveryCommandTests.commands.filter { !$0.beginning.isEmpty }
    private static let drawing = interactive.filter(\.drawsScreens)
    private static let codeless: [[String: String]] = [["TERM": "dumb"]]
    private static let colorless: [[String: String]] = [["NO_COLOR": "1"]]
    /// The codes that leave the alternate screen, show the cursor, and wrap lines again.
    private static let gaveBack = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private func start(_ command: EveryCommandTests.Command, environment: [String: String] = [:]) throws -> TerminalDemo
    {
      let store = command.words == ["profile"] ? ["--store", folder.file("p.json")] : []
      return try TerminalDemo(command.words + store, columns: Self.columns, environment: environment)
    }

    /// The last text that a command writes before it waits for keys.
    private func beginning(of command: EveryCommandTests.Command, _ environment: [String: String] = [:]) -> String {
      environment["TERM"] == "dumb" ? command.beginning : command.choosing ?? command.beginning
    }

    /// The lines of an output without codes, also those that codes position anywhere.
    private func lines(_ output: String) -> [String] {
      output.replacing(/\u{1B}\[([0-9;]*H|\?1049l)/, with: "\n").replacing(/\u{1B}\[[?0-9;]*[A-Za-z]/, with: "")
        .replacing("\r\n", with: "\n").replacing("\r", with: "\n").split(separator: "\n").map(String.init)
    }

    private func expectNarrow(_ output: String, _ location: SourceLocation = #_sourceLocation) {
      let wide = lines(output).filter { $0.displayWidth > Self.columns }
      #expect(wide == [], sourceLocation: location)
    }

    @Test(
      "A command fits into 40 columns and writes no codes on a dumb terminal", arguments: EveryCommandTests.commands,
      codeless)
    func plain(command: EveryCommandTests.Command, environment: [String: String]) throws {
      let demo = try start(command, environment: environment)
      demo.type(command.typed)
      let ending = demo.finish()
      #expect(!ending.output.contains("\u{1B}"))
      if !command.isForPrograms { expectNarrow(ending.output) }
      #expect(ending.status == command.status)
      #expect(ending.isGivenBack)
    }

    @Test(
      "A command fits into 40 columns on a terminal that draws, with and without colours", arguments: interactive,
      [[:]] + colorless)
    func drawn(command: EveryCommandTests.Command, environment: [String: String]) throws {
      let demo = try start(command, environment: environment)
      var output = demo.read(until: beginning(of: command, environment))
      demo.type(command.drawsScreens ? "\u{1B}\u{1B}[6~?x\u{4}" : command.typed)
      let ending = demo.finish()
      output += ending.output
      #expect(output.contains("\u{1B}[?1049h") == command.drawsScreens)
      #expect(output.contains(Self.gaveBack) == command.drawsScreens)
      expectNarrow(output)
      if !environment.isEmpty {
        #expect(!output.contains(/\u{1B}\[3[0-7]m/))
        // The focus is visible without colours. An input shows it by the cursor.
        let beginsWithInput = ["screen", "flow"].contains(command.words.joined())
        #expect(output.contains("\u{1B}[7m") == (command.drawsScreens && !beginsWithInput))
      }
      #expect(ending.status == command.status)
      #expect(ending.isGivenBack)
    }

    @Test(
      "The help and the refusals of a command fit into 40 columns", arguments: EveryCommandTests.commands,
      ["--help", "--nope"])
    func told(command: EveryCommandTests.Command, option: String) throws {
      let ending = try TerminalDemo(command.words + [option], columns: Self.columns).finish()
      #expect(!ending.output.contains("\u{1B}"))
      expectNarrow(ending.output)
      #expect(ending.status == (option == "--help" ? 0 : 64))
    }

    @Test(
      "Ctrl-C ends a command with 130 and restores the terminal", arguments: interactive, [[:]] + codeless + colorless)
    func interrupted(command: EveryCommandTests.Command, environment: [String: String]) throws {
      let demo = try start(command, environment: environment)
      // A command that reads lines ends its output with a prompt.
      let isDumb = environment["TERM"] == "dumb"
      _ = demo.read(until: command.drawsScreens && isDumb ? command.prompt : beginning(of: command, environment))
      // If keys are not read one by one, Ctrl-C is a signal of the terminal.
      let isDrawn = command.drawsScreens && !isDumb
      let isChosen = command.choosing != nil && !isDumb
      if isDrawn || isChosen { demo.type("\u{3}") } else { kill(demo.identifier, SIGINT) }
      let ending = demo.finish()
      #expect(ending.status == 130)
      #expect(ending.isGivenBack)
      // The shell's prompt is on a new line.
      if isDrawn {
        #expect(ending.output.hasSuffix("\u{1B}[?1049l"))
      } else if isChosen {
        #expect(ending.output.hasSuffix("\r\n\u{1B}[0m\u{1B}[?25h\r\n"))
      } else {
        #expect(ending.output == "\r\n")
      }
    }

    @Test("SIGTERM and SIGHUP end a command and restore the terminal", arguments: interactive, [SIGTERM, SIGHUP])
    func ended(command: EveryCommandTests.Command, signal: Int32) throws {
      let demo = try start(command)
      _ = demo.read(until: beginning(of: command))
      kill(demo.identifier, signal)
      let ending = demo.finish()
      #expect(ending.status == 128 + signal)
      #expect(ending.isGivenBack)
      #expect(ending.output.contains(Self.gaveBack) == command.drawsScreens)
    }

    @Test("SIGTERM and SIGHUP restore the terminal also on a later screen", arguments: [SIGTERM, SIGHUP])
    func endedLater(signal: Int32) throws {
      let demo = try TerminalDemo(["tour"])
      _ = demo.read(until: "What shall it be?")
      demo.type("\r")
      // The terminal was restored once between the screens.
      _ = demo.read(until: "Tab next")
      kill(demo.identifier, signal)
      let ending = demo.finish()
      #expect(ending.status == 128 + signal)
      #expect(ending.isGivenBack)
      #expect(ending.output.contains(Self.gaveBack))
    }

    @Test("A command draws again after another process stopped it", arguments: drawing)
    func stopped(command: EveryCommandTests.Command) throws {
      let demo = try start(command)
      _ = demo.read(until: beginning(of: command))
      kill(demo.identifier, SIGSTOP)
      kill(demo.identifier, SIGCONT)
      demo.type("\u{C}")
      #expect(demo.read(until: beginning(of: command)).contains(beginning(of: command)))
      demo.type("\u{3}")
      #expect(demo.finish().status == 130)
    }

    @Test(
      "Any signal that ends a command restores the terminal",
      // The sanitizer's runtime handles the signals of crashes itself.
      arguments: [SIGQUIT, SIGXCPU, SIGUSR1, SIGALRM, SIGVTALRM]
        + (isThreadSanitized ? [] : [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE]))
    func crashed(signal: Int32) throws {
      // The runtime's own report of a crash waits for a key.
      let demo = try TerminalDemo(["screen"], environment: ["SWIFT_BACKTRACE": "enable=no"])
      _ = demo.read(until: "Sign up")
      kill(demo.identifier, signal)
      let ending = demo.finish()
      #expect(ending.status == 128 + signal)
      #expect(ending.isGivenBack)
      #expect(ending.output.contains(Self.gaveBack))
    }

    @Test(
      "With redirected output, a command uses the terminal and writes only results to the output",
      arguments: interactive)
    func redirected(command: EveryCommandTests.Command) throws {
      let store = command.words == ["profile"] ? ["--store", folder.file("p.json")] : []
      let demo = try TerminalDemo(command.words + store, columns: Self.columns, output: folder.file("out"))
      #expect(demo.read(until: beginning(of: command)).contains(beginning(of: command)))
      demo.type(command.drawsScreens ? "\u{1B}\u{1B}[6~q" : command.typed)
      let ending = demo.finish()
      #expect(ending.status == command.status)
      #expect(ending.isGivenBack)
      let result = command.words == ["profile"] ? "Profile\n  Name: Al\n  Bio:  Takes one step at a time.\n" : ""
      #expect(try folder.text("out") == result)
    }

    @Test("The card that Enter selects is shown at the bottom of the window and written at the end")
    func chosen() throws {
      let demo = try TerminalDemo(["hub"], columns: 80, rows: 24, output: folder.file("out"))
      _ = demo.read(until: "Delicious Food")
      demo.type("\r")
      let notice = #"featured-0: {"uri":"https://en.wikipedia.org/wiki/Hamburger"}"#
      let drawn = demo.read(until: "Hamburger\"}")
      // In one of the last two rows of the window.
      #expect(drawn.contains("\u{1B}[23;1H\u{1B}[32m\(notice)"))
      demo.type("q")
      #expect(demo.finish().status == 0)
      #expect(try folder.text("out") == notice + "\n")
    }

    @Test("A command asks an open question again when it continues", arguments: interactive.filter { !$0.drawsScreens })
    func continued(command: EveryCommandTests.Command) throws {
      let demo = try start(command)
      _ = demo.read(until: beginning(of: command))
      kill(demo.identifier, SIGSTOP)
      kill(demo.identifier, SIGCONT)
      #expect(demo.read(until: beginning(of: command)).contains(beginning(of: command)))
      demo.type(command.typed)
      #expect(demo.finish().status == command.status)
    }

    @Test("A screen prompts for a command again when it continues")
    func continuedScreen() throws {
      let demo = try TerminalDemo(["screen"], environment: ["TERM": "dumb"])
      _ = demo.read(until: "\n> ")
      kill(demo.identifier, SIGSTOP)
      kill(demo.identifier, SIGCONT)
      #expect(demo.read(until: "> ") == "> ")
      demo.type("q\n")
      #expect(demo.finish().output.contains("The screen was left."))
    }

    @Test("A form in lines asks before Ctrl-D discards its answers")
    func leaving() throws {
      let lines = try TerminalDemo(["screen"], columns: 80, environment: ["TERM": "dumb"])
      lines.type("type name Bo\n")
      _ = lines.read(until: "Sign up, Bo")
      lines.type("\u{4}")
      #expect(
        lines.read(until: "again leaves.").contains("Leave, and drop what you have entered? Ctrl-D again leaves."))
      lines.type("type name Cy\n")
      _ = lines.read(until: "Sign up, Cy")
      lines.type("\u{4}")
      _ = lines.read(until: "again leaves.")
      lines.type("\u{4}")
      let ending = lines.finish()
      #expect(ending.output.hasSuffix("The screen was left.\r\n"))
      #expect(ending.status == 0)
    }

    @Test("The signup asks each time before Ctrl-D discards its answers, and not before the first answer")
    func leavingTheSignup() throws {
      let demo = try TerminalDemo(["signup"], columns: 80)
      demo.type("Bo\n\u{4}")
      let question = "Leave, and drop what you have entered? Ctrl-D again leaves.\r\n"
      let email = "\u{1B}[1mEmail: \u{1B}[22m"
      #expect(demo.read(until: question + email).hasSuffix("\(email)\r\n\(question)\(email)"))
      demo.type("bo@example.org\n")
      _ = demo.read(until: "Enter chooses")
      demo.type("\u{4}")
      _ = demo.read(until: "again leaves.")
      demo.type("perhaps\n")
      _ = demo.read(until: "is not one of the choices: yes, no, back.")
      demo.type("\u{4}")
      _ = demo.read(until: "again leaves.")
      demo.type("\u{4}")
      let ending = demo.finish()
      #expect(ending.output.contains("The signup is not complete: the input ended."))
      #expect(ending.status == 75)
      let empty = try TerminalDemo(["signup"], columns: 80)
      _ = empty.read(until: "Name: ")
      empty.type("\u{4}")
      #expect(!empty.finish().output.contains("again leaves."))
    }

    @Test("The signup asks for the terms as a list, which arrows, letters and Enter answer")
    func agreeing() throws {
      let demo = try TerminalDemo(["signup"], columns: 80)
      demo.type("Bo\n")
      _ = demo.read(until: "Email: ")
      demo.type("bo@example.org\n")
      #expect(demo.read(until: "Enter chooses").contains("Do you agree to the terms?"))
      demo.type("n\r")
      _ = demo.read(until: "Without your agreement there is no account. Answer yes, or back.")
      demo.type("\u{1B}[B\r")
      _ = demo.read(until: "Email [bo@example.org]: ")
      demo.type("\n")
      _ = demo.read(until: "Enter chooses")
      demo.type("y\r")
      let ending = demo.finish()
      #expect(ending.output.contains("Terms: agreed"))
      #expect(ending.status == 0)
    }

    @Test("The lines of a trace on standard error wait for the end of the screens", arguments: ["q", "\u{3}"])
    func traced(key: String) throws {
      let demo = try TerminalDemo(["tour", "--trace", "-"], columns: 80, rows: 24)
      var output = demo.read(until: "What shall it be?")
      demo.type(key)
      output += demo.finish().output
      let end = try #require(output.range(of: Self.gaveBack, options: .backwards))
      #expect(!output[..<end.lowerBound].contains("run began"))
      #expect(output[end.upperBound...].contains("run began"))
    }

    @Test("Keys that are typed ahead go to the next screen")
    func typedAhead() throws {
      let demo = try TerminalDemo(["tour"], columns: 80, rows: 24)
      _ = demo.read(until: "What shall it be?")
      demo.type("\rBo")
      #expect(demo.read(until: "Serve Bo").contains("Serve Bo"))
      demo.type("\u{3}")
      #expect(demo.finish().status == 130)
    }
  }
#endif
