import DemoTestSupport
import Foundation
import StepKit
import Testing

@testable import Demo

/// `Demo recipe` as a process.
@Suite(.timeLimit(.minutes(20)))
struct RecipeTranscriptTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: [String], _ input: String) throws -> DemoProcess {
    try DemoProcess.run(["recipe"] + arguments, input: .text(input))
  }

  /// Runs the recipe a thousand times as fast. If the machine is so slow that a timer ends before the demo waits for it,
  /// runs the recipe again.
  private func timed(_ input: String) async throws -> DemoProcess {
    let arguments = ["recipe", "--speed", "1000"]
    var process = try await DemoProcess.run(arguments, input: .text(input))
    for _ in 0..<30 where process.output.contains("'wait' is not possible now") {
      process = try await DemoProcess.run(arguments, input: .text(input))
    }
    return process
  }

  /// The lines without those of a countdown, which depend on the speed of the machine.
  private func lines(_ run: DemoProcess) -> [String] {
    run.output.split(separator: "\n").map(String.init).filter { line in
      !(line.hasPrefix("  ") && line.contains { "░█".contains($0) })
    }
  }

  @Test("Commands complete the doughnuts step by step, in fast time")
  func doughnuts() async throws {
    let run = try await timed("start\nwait\npress\nstart\nwait\n")
    let bar = { (text: String, done: Int) in
      text + String(repeating: "█", count: done) + String(repeating: "░", count: 55 - done)
    }
    let dough = [
      "  Beat the eggs with the butter, the sugar and a pinch of salt, then pour the",
      "  yeast milk in. Work the flour in by two halves, until the dough comes off the", "  bowl.", "  [ Next ]",
    ]
    let rise = [
      "  Put the dough into an oiled bowl under a cloth. It has risen enough when it is",
      "  twice as big; in a warm kitchen that takes an hour.", "  [ Start ]",
    ]
    #expect(
      lines(run) == [
        bar("0 of 3 done ", 0) + "   0%", "▶ 1 Milk and yeast",
        "  Warm the milk: it should feel like a bath, not like tea. Stir the yeast in and",
        "  leave it alone until it foams.", "  [ Start ]", "· 2 Beat and combine", "· 3 Transfer the dough and cover",
        "> start", "  [ Pause ]", "> wait", bar("1 of 3 done ", 18) + "  33%", "✓ 1 Milk and yeast",
        "▶ 2 Beat and combine",
      ] + dough + [
        "· 3 Transfer the dough and cover",
        "┌─ Milk and yeast completed ───────────────────────────────────────────────────┐",
        "│ Let's jump to the next step                                                  │",
        "└──────────────────────────────────────────────────────────────────────────────┘", "> press",
        bar("2 of 3 done ", 36) + "  67%", "✓ 1 Milk and yeast", "✓ 2 Beat and combine",
        "▶ 3 Transfer the dough and cover",
      ] + rise + [
        "> start", "  [ Pause ]", "> wait", bar("3 of 3 done ", 55) + " 100%", "✓ 1 Milk and yeast",
        "✓ 2 Beat and combine", "✓ 3 Transfer the dough and cover",
        "┌─ Milk and yeast completed ───────────────────────────────────────────────────┐",
        "│ Let's jump to the next step                                                  │",
        "└──────────────────────────────────────────────────────────────────────────────┘",
        "┌─ It's time to shape your Doughnuts! ─────────────────────────────────────────┐",
        "│ Let's jump to the next step                                                  │",
        "└──────────────────────────────────────────────────────────────────────────────┘", "All steps are done.",
      ])
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("A wrong command is answered, and the next commands still work")
  func wrongCommand() async throws {
    let wrong = try run([], "advance\nstart\nbogus\nquit\n")
    #expect(
      wrong.output.contains(
        "> advance\n'advance' is not possible now. Now you can: start, show, quit, help.\n"))
    #expect(
      wrong.output.contains("> bogus\nThere is no command 'bogus'. Now you can: pause, show, wait, quit, help."))
    #expect(wrong.output.hasSuffix("> quit\nThe recipe was left.\n"))
    let run = try await timed("bogus\nstart\nwait\nquit\n")
    #expect(run.output.contains("> bogus\nThere is no command 'bogus'."))
    #expect(run.output.contains("✓ 1 Milk and yeast"))
    #expect(run.output.hasSuffix("> quit\nThe recipe was left.\n"))
  }

  @Test("Progress is saved after every interaction, and the next start continues from it")
  func progress() throws {
    let file = folder.file("p.json")
    try folder.write(
      Data(
        """
        [{"title":"A","description":"","action":{"checkBoxGroup":{"items":["x","y"]}}},
         {"title":"B","description":"","action":{"stepper":{"total":2}}}]
        """.utf8), to: "r.json")
    let arguments = [folder.file("r.json"), "--progress", file]
    let first = try run(arguments, "tick 2\n")
    #expect(first.output.hasSuffix("The recipe was left; the progress is kept.\n"))
    let second = try run(arguments, "tick 1\nadvance\n")
    #expect(second.output.contains("[ ] x\n  [x] y\n"))
    #expect(try folder.text("p.json").contains("\"completedRepetitions\":1"))
    let third = try run(arguments, "advance\n")
    #expect(third.output.hasSuffix("All steps are done.\n"))
    #expect(try run(arguments, "").output == "All steps are done.\n")
  }

  @Test("A demo that is killed keeps its progress, and its timer continues in the meantime")
  func killed() throws {
    let file = folder.file("p.json")
    try folder.write(
      Data(
        """
        [{"title":"A","description":""},{"title":"B","description":"","action":{"timer":{"seconds":3600}}}]
        """.utf8), to: "r.json")
    let arguments = ["recipe", folder.file("r.json"), "--progress", file]
    let input = Pipe()
    let running = try DemoProcess.start(arguments, input: .open(input), isProfiled: false)
    input.fileHandleForWriting.write(Data("press\nstart\n".utf8))
    _ = running.read(until: "Pause")
    kill(running.process.processIdentifier, SIGKILL)
    _ = try running.finish()
    let kept = try folder.text("p.json")
    #expect(kept.contains("\"runningSince\":"))
    // Pretends that the timer was started two hours earlier.
    let since = try #require(kept.firstMatch(of: /"runningSince":([0-9.]+)/)?.1)
    try folder.write(
      Data(kept.replacingOccurrences(of: since, with: "\(try #require(Double(since)) - 7200)").utf8), to: "p.json")
    #expect(try DemoProcess.run(arguments).output == "All steps are done.\n")
  }

  @Test("The timer after one that ran down in the meantime waits to be started")
  func nextTimer() throws {
    let timer = "{\"title\":\"A\",\"description\":\"\",\"action\":{\"timer\":{\"seconds\":60}}}"
    try folder.write(Data("[\(timer),\(timer)]".utf8), to: "r.json")
    try folder.write(Data("{\"runningSince\":1000,\"steps\":[\(timer),\(timer)]}".utf8), to: "p.json")
    let run = try run([folder.file("r.json"), "--progress", folder.file("p.json")], "")
    #expect(run.output.contains("✓ 1 A\n▶ 2 A\n"))
    #expect(run.output.contains("[ Start ]"))
    #expect(try !folder.text("p.json").contains("runningSince"))
  }

  @Test("Progress that cannot be saved is an error, also for the last step", arguments: ["press\n", "press\npress\n"])
  func unwritable(input text: String) throws {
    try folder.write(
      Data(
        """
        [{"title":"A","description":"","action":{"button":{"completed":\(text == "press\n")}}},
         {"title":"B","description":""}]
        """.utf8), to: "r.json")
    let lost = folder.file("lost")
    try FileManager.default.createDirectory(atPath: lost, withIntermediateDirectories: false)
    let input = Pipe()
    let running = try DemoProcess.start(
      ["recipe", folder.file("r.json"), "--progress", "\(lost)/p.json"], input: .open(input))
    let shown = running.read(until: "[ Next ]")
    try FileManager.default.removeItem(atPath: lost)
    input.fileHandleForWriting.write(Data(text.utf8))
    let run = try running.finish()
    #expect(run.errors == "The document '\(lost)/p.json' cannot be written: no such file or directory.\n")
    #expect(!(shown + run.output).contains("All steps are done."))
    #expect(run.status == 69)
  }

  @Test("A demo does not overwrite the progress that another one saved to the same file")
  func twoStarts() throws {
    try folder.write(
      Data(
        """
        [{"title":"A","description":"","action":{"checkBoxGroup":{"items":["x","y","z"]}}}]
        """.utf8), to: "r.json")
    let arguments = ["recipe", folder.file("r.json"), "--progress", folder.file("p.json")]
    let input = Pipe()
    let first = try DemoProcess.start(arguments, input: .open(input))
    _ = first.read(until: "[ ] z")
    #expect(try DemoProcess.run(arguments, input: .text("tick 1\n")).status == 75)
    let kept = try folder.text("p.json")
    input.fileHandleForWriting.write(Data("tick 2\n".utf8))
    let run = try first.finish()
    #expect(
      run.errors
        == "The document '\(folder.file("p.json"))' was changed by somebody else meanwhile, and is left as it is.\n")
    #expect(run.status == 69)
    #expect(try folder.text("p.json") == kept)
    #expect(kept.contains("\"completed\":true"))
  }

  @Test("A progress file of another recipe is refused with its name and not changed")
  func foreignProgress() throws {
    let file = folder.file("p.json")
    try folder.write(Data("{\"steps\":[]}".utf8), to: "p.json")
    let run = try run(["--progress", file], "")
    #expect(
      run.errors == "The document '\(file)' does not belong here. It keeps the progress of another recipe: "
        + "expected 3 steps, found 0.\n")
    #expect(run.status == 65)
    #expect(try folder.text("p.json") == "{\"steps\":[]}")
  }

  @Test(
    "A fault in a document is reported with its position, and ends the demo with 65",
    arguments: [
      (
        "[{\"title\":\"A\",\n \"description\":5}]",
        "This is not a list of steps. Line 2, column 16, at $[0].description: expected a string, found the integer 5."
      ),
      ("[{\"title\" 5}]", "This is not JSON. Line 1, column 11: expected \":\", found \"5\"."),
      ("{}", "This is not a list of steps. Line 1, column 1, at $: expected an array of steps, found an empty object."),
    ])
  func badDocument(text: String, reason: String) throws {
    try folder.write(Data(text.utf8), to: "r.json")
    let run = try run([folder.file("r.json")], "")
    #expect(run.errors == "The document '\(folder.file("r.json"))' is not as expected. \(reason)\n")
    #expect(run.output == "")
    #expect(run.status == 65)
  }

  @Test("A document can be read from standard input, and then there are no commands")
  func standardInput() throws {
    let run = try run(["-"], "[{\"title\":\"A\",\"description\":\"\"}]")
    #expect(run.output.contains("▶ 1 A"))
    #expect(run.output.hasSuffix("The recipe was left.\n"))
    #expect(try self.run(["-"], "[]").output == "All steps are done.\n")
  }

  @Test("An invalid speed is refused", arguments: ["0", "-1", "x", "nan", "inf", "1e9"])
  func speed(text: String) throws {
    let run = try run(["--speed=\(text)"], "")
    #expect(
      run.errors
        == "Invalid value '\(text)' for '--speed': expected a number from 0.01 to 1000000.\nSee 'Demo recipe --help'.\n"
    )
    #expect(run.status == 64)
  }
}
