import FlowScreens
import Foundation
import Testing

@testable import Demo

/// What holds for each command of the demo alike, wherever it is started.
@Suite("Every command", .timeLimit(.minutes(20)))
struct EveryCommandTests {
  /// A command, and what is typed so that it ends in order.
  struct Command: Sendable, CustomTestStringConvertible {
    let words: [String]
    var typed = ""
    /// What is there to be read before anything is to be typed.
    var beginning = ""
    /// What stands below choices that the arrow keys move through, on a terminal that can draw them.
    var choosing: String?
    /// Whether screens are drawn in place where the terminal allows it.
    var drawsScreens = false
    /// Whether the output is for other programs, for whom nothing is to be broken.
    var isForPrograms = false

    var testDescription: String { words.joined(separator: " ") }
  }

  static let commands = [
    Command(words: ["profile"], typed: "quit\n", beginning: "quit)? ", choosing: "Enter chooses"),
    Command(words: ["signup"], typed: "back\n", beginning: "Name: "),
    Command(words: ["diagram", "signup"], isForPrograms: true),
    Command(words: ["recipe"], typed: "quit\n", beginning: "of 3 done", drawsScreens: true),
    Command(words: ["screen"], typed: "quit\n", beginning: "Sign up", drawsScreens: true),
    Command(words: ["hub"], typed: "quit\n", beginning: "Delicious Food", drawsScreens: true),
    Command(words: ["hub", "--explain"]),
    Command(words: ["tour"], typed: "quit\n", beginning: "What shall it be?", drawsScreens: true),
  ]
  private static let documents = ["recipe", "screen", "hub"]

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The command's words, with a store that is not the developer's own.
  private func words(_ command: Command) -> [String] {
    command.words + (command.words == ["profile"] ? ["--store", folder.file("p.json")] : [])
  }

  // MARK: - As part of a pipeline

  @Test("ends with 0 when its input is at its end, or closed, and writes no codes into a pipe", arguments: commands)
  func noInput(command: Command) throws {
    for input in [DemoProcess.Input.text(""), .closed] {
      let run = try DemoProcess.run(words(command), input: input)
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.output.isEmpty)
      #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
    }
  }

  @Test("ends quietly with 0 when nobody reads on, as in '| head -1'", arguments: commands)
  func noReader(command: Command) throws {
    // The demo writes into a pipe that has no reader any more, or loses it after a line.
    for script in [
      "{ read line; \"$0\" \"$@\"; echo $? >&2; } | :",
      "{ \"$0\" \"$@\"; echo $? >&2; } | head -1 > '\(folder.path)/o'",
    ] {
      let run = try DemoProcess.run(words(command), input: .text("\n\(command.typed)"), shell: script)
      #expect(run.errors.replacing("Loading…\n", with: "") == "0\n")
    }
    #expect(try folder.text("o").count { $0 == "\n" } == 1)
  }

  @Test(
    "ends with 70 and a sentence when its output cannot be written",
    arguments: commands, [">&-", "> /dev/full"])
  func noOutput(command: Command, redirection: String) throws {
    let run = try DemoProcess.run(words(command), shell: "exec \"$0\" \"$@\" \(redirection)")
    let reason = redirection == ">&-" ? "Bad file descriptor" : "No space left on device"
    #expect(run.errors.replacing("Loading…\n", with: "") == "The text could not be written: \(reason).\n")
    #expect(run.status == 70)
  }

  @Test("does without standard error", arguments: commands)
  func noErrors(command: Command) throws {
    let run = try DemoProcess.run(words(command), shell: "exec \"$0\" \"$@\" 2>&-")
    #expect(run.status == 0)
    #expect(run.output == (try DemoProcess.run(words(command))).output)
  }

  // MARK: - The command line

  @Test("has a help of its own, no wider than a common window", arguments: commands, ["--help", "-h"])
  func help(command: Command, option: String) throws {
    let run = try DemoProcess.run(words(command) + ["--nope", option])
    #expect(run.output.hasPrefix("Demo \(command.words[0]): "))
    #expect(run.output.contains("\nUsage: Demo \(command.words[0]) [OPTIONS]"))
    #expect(run.output.contains("\n  --help"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.displayWidth <= 80 })
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("refuses what it does not know with 64, before it does anything", arguments: commands)
  func usage(command: Command) throws {
    for (word, message) in [("--nope", "Unknown option '--nope'."), ("--help=1", "Unexpected value '1': ")] {
      let run = try DemoProcess.run(words(command) + [word])
      #expect(run.errors.hasPrefix(message))
      #expect(run.errors.hasSuffix("\nSee 'Demo --help'.\n"))
      #expect(run.output == "")
      #expect(run.status == 64)
    }
    #expect(try folder.names() == [])
  }

  @Test("refuses a document that is none with 65, and one that is not there with 69", arguments: documents)
  func document(command: String) throws {
    for arguments in [["-"], [folder.file("none.json")], [folder.path]] {
      let run = try DemoProcess.run([command] + arguments, input: .text("{\"a\":"))
      #expect(run.status == (arguments == ["-"] ? 65 : 69))
      #expect(run.errors.hasPrefix("The document '\(arguments == ["-"] ? "standard input" : arguments[0])' "))
      #expect(run.output == "")
    }
  }
}
