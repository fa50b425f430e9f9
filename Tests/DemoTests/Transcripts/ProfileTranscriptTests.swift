import DemoTestSupport
import Foundation
import TestSupport
import Testing

/// The exact output of the profile flow as a process.
@Suite(.timeLimit(.minutes(20)))
struct ProfileTranscriptTests {
  let folder: TemporaryFolder
  var store: String { folder.path + "/p.json" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private let menu = "What next (download, edit, quit)? "

  private func profile(_ name: String) -> String {
    "Profile\n  Name: \(name)\n  Bio:  Takes one step at a time.\n"
  }

  @Test("Commands from a pipe edit the profile, and a second run shows the new name")
  func editing() throws {
    let first = try DemoProcess.run(["--store", store], input: .text("download\nedit\nBo\nquit\n"))
    #expect(
      first.output == profile("Al") + menu + "download\n" + profile("Al") + menu + "edit\nNew name [Al], or back: Bo\n"
        + profile("Bo") + menu + "quit\n")
    #expect(first.errors == "Loading…\nLoading…\nSaving…\n")
    #expect(first.status == 0)
    #expect(try String(contentsOfFile: store, encoding: .utf8).contains("\"Bo\""))

    let second = try DemoProcess.run(["profile", "--store=\(store)"], input: .text("quit\n"))
    #expect(second.output == profile("Bo") + menu + "quit\n")
    #expect(second.status == 0)
  }

  @Test("Commands from a file can be first letters in any case, and the last line needs no end")
  func file() throws {
    let script = folder.path + "/script"
    try "E\nZoë\nQ".write(toFile: script, atomically: false, encoding: .utf8)
    let run = try DemoProcess.run(["--store", store], input: .file(script))
    #expect(run.output == profile("Al") + menu + "E\nNew name [Al], or back: Zoë\n" + profile("Zoë") + menu + "Q\n")
    #expect(run.status == 0)
  }

  @Test("The end of the input ends the flow normally", arguments: ["", "edit\n", "edit\nBo"])
  func endOfInput(input: String) throws {
    let run = try DemoProcess.run(["--store", store], input: .text(input))
    #expect(run.output.hasPrefix(profile("Al") + menu))
    #expect(run.output.hasSuffix(" \n"))
    #expect(run.status == 0)
  }

  @Test("A closed standard input is at its end")
  func closedInput() throws {
    let run = try DemoProcess.run(["--store", store], input: .closed)
    #expect(run.output == profile("Al") + menu + "\n")
    #expect(run.status == 0)
  }

  @Test("An unknown choice is asked again with the allowed ones")
  func unknownChoice() throws {
    let run = try DemoProcess.run(["--store", store], input: .text("dance\n\nq\n"))
    #expect(
      run.output == profile("Al") + menu + "dance\n'dance' is not one of the choices: download, edit, quit.\n" + menu
        + "\nChoose one of these: download, edit, quit.\n" + menu + "q\n")
    #expect(run.status == 0)
  }

  @Test("An empty name keeps the old one with a message")
  func emptyName() throws {
    let run = try DemoProcess.run(["--store", store], input: .text("edit\n   \nquit\n"))
    #expect(
      run.output == profile("Al") + menu + "edit\nNew name [Al], or back:    \nThe name stays as it is.\n"
        + profile("Al") + menu
        + "quit\n")
  }

  @Test("Back leads from the name to the display, and does not change the profile", arguments: ["back", " Back "])
  func back(answer: String) throws {
    let run = try DemoProcess.run(["--store", store], input: .text("edit\n\(answer)\nedit\nBo\nquit\n"))
    #expect(
      run.output == profile("Al") + menu + "edit\nNew name [Al], or back: \(answer)\n" + profile("Al") + menu
        + "edit\nNew name [Al], or back: Bo\n" + profile("Bo") + menu + "quit\n")
    #expect(run.errors == "Loading…\nSaving…\n")
  }

  @Test("A name that is too long or contains control characters is refused with the reason")
  func refusedName() throws {
    let long = String(repeating: "x", count: 201)
    let run = try DemoProcess.run(["--store", store], input: .text("edit\n\(long)\na\u{1B}[2Jb\nBo\nquit\n"))
    #expect(
      run.output == profile("Al") + menu + "edit\nNew name [Al], or back: \(long)\n"
        + "The name is too long: expected at most 200 characters, found 201.\n"
        + "New name [Al], or back: a\\u{1B}[2Jb\n"
        + "The name holds a character that is not allowed: expected visible characters, found U+001B.\n"
        + "New name [Al], or back: Bo\n" + profile("Bo") + menu + "quit\n")
  }

  @Test("Invalid UTF-8 is refused, and the next line is read")
  func invalidText() throws {
    let run = try DemoProcess.run(
      ["--store", store], input: .bytes(Array("edit\nB".utf8) + [0xFF] + Array("\nBo\nq\n".utf8)))
    #expect(
      run.output == profile("Al") + menu
        + "edit\nNew name [Al], or back: \nThe line is not UTF-8 text: byte 2 is wrong.\n"
        + "New name [Al], or back: Bo\n" + profile("Bo") + menu + "q\n")
    #expect(run.status == 0)
  }

  @Test("A damaged store is set aside and reported, and a new one is made")
  func damagedStore() throws {
    try "{nonsense".write(toFile: store, atomically: false, encoding: .utf8)
    let run = try DemoProcess.run(["--store", store], input: .text("edit\nBo\nquit\n"))
    #expect(run.errors.contains("was damaged"))
    #expect(run.errors.contains("p.json.corrupt"))
    #expect(try String(contentsOfFile: store + ".corrupt", encoding: .utf8) == "{nonsense")
    #expect(try String(contentsOfFile: store, encoding: .utf8).contains("\"Bo\""))
    #expect(run.status == 0)
  }

  @Test(
    "A server that is down is reported, and the flow continues",
    arguments: ["http://127.0.0.1:1", "http://127.0.0.1:1/x"])
  func serverDown(address: String) throws {
    let run = try DemoProcess.run(["--server", address], input: .text("edit\nBo\nquit\n"))
    let sentence = "The server cannot be reached: "
    #expect(run.output.hasPrefix(sentence))
    #expect(run.output.contains("No profile yet.\n" + menu + "edit\nNew name, or back: Bo\n" + sentence))
    #expect(run.output.hasSuffix("No profile yet.\n" + menu + "quit\n"))
    #expect(run.errors.hasSuffix("The last name was not saved.\n"))
    #expect(run.status == 69)
  }

  @Test("Ctrl-C ends the demo with 130 and does not change the store")
  func interrupted() throws {
    _ = try DemoProcess.run(["--store", store], input: .text("edit\nBo\nquit\n"))
    let whole = try Data(contentsOf: URL(filePath: store))
    let running = try DemoProcess.start(["--store", store], input: .open(Pipe()))
    _ = running.read(until: menu)
    kill(running.process.processIdentifier, SIGINT)
    let ended = try running.finish()
    #expect(ended.status == 130)
    #expect(try Data(contentsOf: URL(filePath: store)) == whole)
  }

  @Test("An output that loses its reader ends the demo with 0")
  func outputClosed() throws {
    let keyboard = Pipe()
    let running = try DemoProcess.start(["--store", store], input: .open(keyboard))
    _ = running.read(until: menu)
    try running.output.fileHandleForReading.close()
    // A process that another test starts at this moment can hold the reader a little longer, so one answer is not enough.
    keyboard.fileHandleForWriting.write(Data(String(repeating: "download\n", count: 100).utf8))
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
  }

  @Test("An output that is closed from the start ends the demo with 70 and a message")
  func noOutput() throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec \"$0\" --store \"$1\" >&-", DemoProcess.executable.path, store]
    process.standardInput = FileHandle(forReadingAtPath: "/dev/null")
    process.standardError = errors
    try process.run(orSay: "The demo did not end")
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("could not be written"))
    #expect(process.terminationStatus == 70)
  }

  @Test(
    "A wrong command line is refused with a message and exit code 64",
    arguments: [
      (["--stroe", "x"], "Unknown option '--stroe'. Did you mean '--store'?"),
      (["dance"], "Unknown command 'dance'."),
      (["--store"], "Missing value: '--store' needs one"),
      (["--server", "ftp://x"], "Invalid value 'ftp://x' for '--server'"),
      (["--server", "http://x", "--store", "y"], "Options '--server' and '--store' exclude each other"),
      (["profile", "extra"], "Unexpected argument 'extra'"),
    ])
  func usage(arguments: [String], sentence: String) throws {
    let run = try DemoProcess.run(arguments)
    #expect(run.errors.hasPrefix(sentence))
    #expect(run.output == "")
    #expect(run.status == 64)
  }

  @Test("A store in a missing folder is an error that names the folder")
  func missingFolder() throws {
    let run = try DemoProcess.run(["--store", folder.path + "/none/p.json"])
    #expect(run.errors.contains("/none"))
    #expect(run.status == 69)
  }

  @Test("The demo prints its help and its version")
  func help() throws {
    let help = try DemoProcess.run(["--help"])
    #expect(help.output.contains("--store FILE") && help.output.contains("--server URL"))
    #expect(help.status == 0)
    #expect(try DemoProcess.run(["--version"]).output == "Demo 0.2.0\n")
  }

  @Test("The trace has a readable line for each event")
  func trace() throws {
    let file = folder.path + "/trace"
    _ = try DemoProcess.run(["--store", store, "--trace", file], input: .text("quit\n"))
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 1)[1]
    }
    #expect(
      lines == [
        "Profile#1 ▸ run began", "Profile#1   Download (retry) began",
        "Profile#1 lane 1   Download (timeout) began",
        "Profile#1 lane 2   Download began", "Profile#1 lane 2   Download completed",
        "Profile#1 lane 1   Download (timeout) completed", "Profile#1   Download (retry) completed",
        "Profile#1   Display content set", "Profile#1   Display began", "Profile#1   Display completed",
        "Profile#1   at rest", "Profile#1 ◂ run completed",
      ])
  }
}
