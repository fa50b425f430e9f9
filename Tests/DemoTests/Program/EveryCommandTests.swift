import DemoTestSupport
import FlowScreens
import Foundation
import Testing

@testable import Demo

/// The behaviour of every command of the demo, wherever it is started.
@Suite("Every command", .timeLimit(.minutes(20)))
struct EveryCommandTests {
  /// A command, and the input that ends it normally.
  struct Command: Sendable, CustomTestStringConvertible {
    let words: [String]
    var typed = ""
    /// The text that is shown before the first input.
    var beginning = ""
    /// The text below choices, on a terminal that can draw them.
    var choosing: String?
    /// Whether screens are drawn in place if the terminal allows it.
    var drawsScreens = false
    /// The end of what a command that draws screens writes on a dumb terminal, where it reads lines.
    var prompt = "> "
    /// Whether the output is for other programs, so that its lines are not wrapped.
    var isForPrograms = false
    /// The exit code when that input, or the end of the input, ends it.
    var status: Int32 = 0

    var testDescription: String { words.joined(separator: " ") }
  }

  static let commands = [
    Command(words: ["profile"], typed: "quit\n", beginning: "quit)? ", choosing: "Enter chooses"),
    Command(words: ["signup"], typed: "back\n", beginning: "Name: ", status: 75),
    Command(words: ["checkout"], typed: "back\n", beginning: "Address: ", status: 75),
    Command(words: ["diagram", "signup"], isForPrograms: true),
    Command(words: ["flow"], typed: "\u{4}", beginning: "Name", drawsScreens: true, prompt: "Name: "),
    Command(words: ["flow", "--check"]),
    Command(words: ["recipe"], typed: "quit\n", beginning: "of 3 done", drawsScreens: true, status: 75),
    Command(words: ["screen"], typed: "quit\n", beginning: "Sign up", drawsScreens: true),
    Command(words: ["hub"], typed: "quit\n", beginning: "Delicious Food", drawsScreens: true),
    Command(words: ["hub", "--explain"]),
    Command(words: ["tour"], typed: "quit\n", beginning: "What shall it be?", drawsScreens: true, status: 75),
  ]
  private static let documents = ["flow", "recipe", "screen", "hub"]

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The command's words, with a store that is not the developer's own.
  private func words(_ command: Command) -> [String] {
    command.words + (command.words == ["profile"] ? ["--store", folder.file("p.json")] : [])
  }

  // MARK: - As part of a pipeline

  @Test(
    "A command ends with its code if its input is at its end or closed, and writes no codes to a pipe",
    arguments: commands)
  func noInput(command: Command) throws {
    for input in [DemoProcess.Input.text(""), .closed] {
      let run = try DemoProcess.run(words(command), input: input)
      #expect(run.status == command.status, "\(run.errors)")
      #expect(!run.output.isEmpty)
      #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
    }
  }

  @Test("A command ends with 0 and no message if its output loses its reader, as in '| head -1'", arguments: commands)
  func noReader(command: Command) throws {
    // The demo writes to a pipe that has no reader, or that loses its reader after a line.
    for script in [
      "{ read line; \"$0\" \"$@\"; echo $? >&2; } | :",
      "{ \"$0\" \"$@\"; echo $? >&2; } | head -1 > '\(folder.path)/o'",
    ] {
      let run = try DemoProcess.run(words(command), input: .text("\n\(command.typed)"), shell: script)
      // The command can end by itself before its reader does.
      #expect(["0\n", "\(command.status)\n"].contains(run.errors.replacing("Loading…\n", with: "")))
    }
    #expect(try folder.text("o").count { $0 == "\n" } == 1)
  }

  @Test(
    "A command ends with 70 and a message if its output cannot be written",
    arguments: commands, [">&-", "> /dev/full"])
  func noOutput(command: Command, redirection: String) throws {
    let run = try DemoProcess.run(words(command), shell: "exec \"$0\" \"$@\" \(redirection)")
    let reason = redirection == ">&-" ? "Bad file descriptor" : "No space left on device"
    #expect(run.errors.replacing("Loading…\n", with: "") == "The text could not be written: \(reason).\n")
    #expect(run.status == 70)
  }

  @Test("A command works without standard error", arguments: commands)
  func noErrors(command: Command) throws {
    let run = try DemoProcess.run(words(command), shell: "exec \"$0\" \"$@\" 2>&-")
    #expect(run.status == command.status)
    #expect(run.output == (try DemoProcess.run(words(command))).output)
  }

  // MARK: - The command line

  @Test("A command has its own help, which is at most 80 columns wide", arguments: commands, ["--help", "-h"])
  func help(command: Command, option: String) throws {
    let run = try DemoProcess.run(words(command) + ["--nope", option])
    #expect(run.output.hasPrefix("Demo \(command.words[0]): "))
    #expect(run.output.contains("\nUsage: Demo \(command.words[0]) [OPTIONS]"))
    #expect(run.output.contains("\n  --help"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.displayWidth <= 80 })
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("A command refuses an unknown option with 64 before it does anything", arguments: commands)
  func usage(command: Command) throws {
    for (word, message) in [("--nope", "Unknown option '--nope'."), ("--help=1", "Unexpected value '1': ")] {
      let run = try DemoProcess.run(words(command) + [word])
      #expect(run.errors.hasPrefix(message))
      #expect(run.errors.hasSuffix("\nSee 'Demo \(command.words[0]) --help'.\n"))
      #expect(run.output == "")
      #expect(run.status == 64)
    }
    #expect(try folder.names() == [])
  }

  @Test("A command refuses an invalid document with 65, and a missing one with 69", arguments: documents)
  func document(command: String) throws {
    for arguments in [["-"], [folder.file("none.json")], [folder.path]] {
      let run = try DemoProcess.run([command] + arguments, input: .text("{\"a\":"))
      #expect(run.status == (arguments == ["-"] ? 65 : 69))
      #expect(run.errors.hasPrefix("The document '\(arguments == ["-"] ? "standard input" : arguments[0])' "))
      #expect(run.output == "")
    }
  }
}
