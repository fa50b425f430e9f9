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

  private func seconds(of step: Step) -> Double? {
    guard case .timer(_, let done, _, _) = step.action else { return nil }
    return done
  }

  @Test("without a file the recipe begins")
  func missing() throws {
    #expect(try progress().load(for: recipe, now: noon) == .init(steps: recipe, isTimerRunning: false))
  }

  @Test("what was saved is there again, and a paused timer stands still")
  func paused() throws {
    var steps = recipe
    steps[0].action = .timer(seconds: 60, completedSeconds: 10)
    try progress().save(steps, isTimerRunning: false, now: noon)
    let resumed = try progress().load(for: recipe, now: noon + 1000)
    #expect(seconds(of: resumed.steps[0]) == 10)
    #expect(!resumed.isTimerRunning)
  }

  @Test(
    "a running timer has gone on meanwhile, at the recipe's speed, and never backwards",
    arguments: [(1.0, 20.0, 30.0), (3, 10, 40), (1, 500, 60), (2, -50, 10)])
  func running(speed: Double, later: Double, done: Double) throws {
    var steps = recipe
    steps[0].action = .timer(seconds: 60, completedSeconds: 10)
    try progress().save(steps, isTimerRunning: true, now: noon)
    let resumed = try progress(speed: speed).load(for: recipe, now: noon + later)
    #expect(seconds(of: resumed.steps[0]) == done)
    #expect(resumed.isTimerRunning)
    #expect(resumed.steps[0].completed == (done == 60))
  }

  @Test("the progress of another recipe is refused by name and left alone")
  func foreign() throws {
    try progress().save([Step(title: "Knead", description: ""), recipe[1]], isTimerRunning: false, now: noon)
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
    "what is no progress file is refused by name and left alone", arguments: ["", "{", "[]", "{\"steps\":3}", "\0"])
  func damaged(text: String) throws {
    try folder.write(Data(text.utf8), to: "p.json")
    let error = #expect(throws: DocumentError.self) { try progress().load(for: recipe, now: noon) }
    #expect(
      error?.description.hasPrefix(
        "The document '\(folder.file("p.json"))' does not belong here. Expected the progress of a recipe. ") == true)
    #expect(try folder.text("p.json") == text)
  }

  @Test("a save that fails leaves the old progress")
  func fullDisk() throws {
    try progress().save(recipe, isTimerRunning: false, now: noon)
    let before = try folder.text("p.json")
    var full = progress()
    full.calls.synchronize = { _ in
      errno = ENOSPC
      return -1
    }
    let error = #expect(throws: DocumentError.self) { try full.save(recipe, isTimerRunning: true, now: noon) }
    #expect(error?.description.hasSuffix("cannot be written: no space left on device.") == true)
    #expect(try folder.text("p.json") == before)
  }
}
