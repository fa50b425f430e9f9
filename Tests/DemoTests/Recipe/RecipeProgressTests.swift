import DemoServer
import DemoTestSupport
import FlowCommandLine
import Foundation
import StepKit
import Testing

@testable import Demo

@Suite struct RecipeProgressTests {
  let folder: TemporaryFolder
  private let recipe = [
    Step(title: "Mix", description: "", action: .timer(seconds: 60)), Step(title: "Bake", description: ""),
  ]
  private let noon = Date(timeIntervalSince1970: 1_000_000)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func progress(speed: Double = 1) -> RecipeProgress {
    RecipeProgress(path: folder.file("p.json"), speed: speed)
  }

  /// Saves over the existing file.
  private func save(
    _ progress: RecipeProgress, _ steps: [Step], isTimerRunning: Bool, now: Date
  ) throws(DocumentError) {
    _ = try progress.save(steps, isTimerRunning: isTimerRunning, now: now, over: progress.stamp)
  }

  private func seconds(of step: Step) -> Double? {
    guard case .timer(_, let done, _, _) = step.action else { return nil }
    return done
  }

  @Test("A recipe without a progress file starts at its beginning")
  func missing() throws {
    #expect(try progress().load(for: recipe, now: noon) == .init(steps: recipe, isTimerRunning: false))
  }

  @Test("Saved progress is loaded, and a paused timer does not advance")
  func paused() throws {
    var steps = recipe
    steps[0].action = .timer(seconds: 60, completedSeconds: 10)
    try save(progress(), steps, isTimerRunning: false, now: noon)
    let resumed = try progress().load(for: recipe, now: noon + 1000)
    #expect(seconds(of: resumed.steps[0]) == 10)
    #expect(!resumed.isTimerRunning)
  }

  @Test(
    "A running timer also advances when the demo is closed, at the recipe's speed and never backwards",
    arguments: [(1.0, 20.0, 30.0), (3, 10, 40), (1, 500, 60), (2, -50, 10)])
  func running(speed: Double, later: Double, done: Double) throws {
    var steps = recipe
    steps[0].action = .timer(seconds: 60, completedSeconds: 10)
    try save(progress(speed: speed), steps, isTimerRunning: true, now: noon)
    let resumed = try progress(speed: speed).load(for: recipe, now: noon + later)
    #expect(seconds(of: resumed.steps[0]) == done)
    #expect(resumed.isTimerRunning == (done < 60))
    #expect(resumed.steps[0].completed == (done == 60))
  }

  @Test("A timer continues at the speed at which it was started, whatever the speed is now")
  func speedOfBefore() throws {
    try save(progress(speed: 6), recipe, isTimerRunning: true, now: noon)
    let resumed = try progress(speed: 0.1).load(for: recipe, now: noon + 5)
    #expect(seconds(of: resumed.steps[0]) == 30)
  }

  @Test("The timer after one that ran down in the meantime is not started")
  func nextTimer() throws {
    let timers = [recipe[0], recipe[0]]
    try save(progress(), timers, isTimerRunning: true, now: noon)
    let resumed = try progress().load(for: timers, now: noon + 100)
    #expect(resumed.steps.map(\.completed) == [true, false])
    #expect(!resumed.isTimerRunning)
    #expect(seconds(of: resumed.steps[1]) == nil)
  }

  @Test("The progress of another recipe is refused with the name of the file and not changed")
  func foreign() throws {
    try save(progress(), [Step(title: "Knead", description: ""), recipe[1]], isTimerRunning: false, now: noon)
    let before = try folder.text("p.json")
    let error = #expect(throws: DocumentError.self) { try progress().load(for: recipe, now: noon) }
    #expect(
      error?.description == "The document '\(folder.file("p.json"))' does not belong here. "
        + "It keeps the progress of another recipe: expected 'Mix' as step 1, found 'Knead'.")
    #expect(error?.exitCode == .data)
    #expect(try folder.text("p.json") == before)
    let shorter = #expect(throws: DocumentError.self) { try progress().load(for: [], now: noon) }
    #expect(shorter?.description.hasSuffix("expected 0 steps, found 2.") == true)
  }

  @Test(
    "An invalid progress file is refused with its name and not changed",
    arguments: ["", "{", "[]", "{\"steps\":3}", "\0"])
  func damaged(text: String) throws {
    try folder.write(Data(text.utf8), to: "p.json")
    let error = #expect(throws: DocumentError.self) { try progress().load(for: recipe, now: noon) }
    #expect(
      error?.description.hasPrefix(
        "The document '\(folder.file("p.json"))' does not belong here. Expected the progress of a recipe. ") == true)
    #expect(try folder.text("p.json") == text)
  }

  @Test("Progress that another process saved is not overwritten, and the error names the file")
  func changed() throws {
    let mine = try progress().save(recipe, isTimerRunning: false, now: noon, over: nil)
    let again = try progress().save(recipe, isTimerRunning: false, now: noon, over: mine)
    try save(progress(), recipe, isTimerRunning: true, now: noon)
    let others = try folder.text("p.json")
    for known in [nil, mine, again] {
      let error = #expect(throws: DocumentError.self) {
        try progress().save(recipe, isTimerRunning: false, now: noon, over: known)
      }
      #expect(
        error?.description
          == "The document '\(folder.file("p.json"))' was changed by somebody else meanwhile, and is left as it is.")
      #expect(error?.exitCode == .unavailable)
    }
    #expect(try folder.text("p.json") == others)
  }

  @Test("A progress file that was deleted is written again")
  func takenAway() throws {
    let stamp = try progress().save(recipe, isTimerRunning: false, now: noon, over: nil)
    try FileManager.default.removeItem(atPath: folder.file("p.json"))
    #expect(try progress().save(recipe, isTimerRunning: false, now: noon, over: stamp) != nil)
    #expect(try progress().load(for: recipe, now: noon).steps == recipe)
  }

  @Test("A save that fails keeps the old progress")
  func fullDisk() throws {
    try save(progress(), recipe, isTimerRunning: false, now: noon)
    let before = try folder.text("p.json")
    var full = progress()
    full.calls.synchronize = { _ in
      errno = ENOSPC
      return -1
    }
    let error = #expect(throws: DocumentError.self) { try save(full, recipe, isTimerRunning: true, now: noon) }
    #expect(error?.description.hasSuffix("cannot be written: no space left on device.") == true)
    #expect(try folder.text("p.json") == before)
  }
}
