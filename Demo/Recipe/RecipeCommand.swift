import DemoServer
import FlowCommandLine
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import StepKit

/// The command `Demo recipe`, which guides the user through a list of steps from JSON.
struct RecipeCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "recipe", summary: "Works through the steps of a recipe that a JSON document describes.",
    options: [
      .value("speed", "N", "Let time run N times faster."),
      .value("progress", "FILE", "Save the progress to FILE after every interaction, and go on from it."),
    ],
    positionals: [
      Positional(
        name: "FILE", summary: "The document; doughnuts by default, '-' for standard input.", isRequired: false)
    ]
  ) { try RecipeCommand($0).run() }

  private let source: DocumentSource
  private let speed: Double
  private let progressPath: String?

  init(_ options: ParsedOptions) throws(UsageError) {
    source = DocumentSource(argument: options.arguments.first, resource: "doughnuts.json")
    progressPath = options.value("progress")
    let text = options.value("speed") ?? "1"
    guard let speed = Double(text), speed >= 0.01, speed <= 1_000_000 else {
      throw .invalidValue(option: "speed", value: text, expected: "a number from 0.01 to 1000000")
    }
    self.speed = speed
  }

  /// Shows the recipe until all steps are done or the user leaves.
  func run() throws -> ExitCode {
    let recipe = try source.steps()
    let progress = progressPath.map { RecipeProgress(path: $0, speed: speed) }
    // The stamp is taken before the file is read, so that a change by another process is detected.
    let stamp = progress?.stamp
    let start = try progress?.load(for: recipe, now: Date()) ?? .init(steps: recipe, isTimerRunning: false)
    let dialogue = Dialogue.current()
    let session = ScreenSession(dialogue: dialogue)
    let interruption = Interruption(in: dialogue.terminal, showsScreens: true) { session.giveBackTerminal() }
    defer { interruption.end() }
    let flow = Flow([Step].self, [Step].self, identifier: "Recipe") { scope in
      let cook = FlowStep(
        identifier: "Cook",
        presenting: { step in
          let screen = StepFlowScreen(for: step, notifications: StepNotices())
          if start.isTimerRunning { screen.view.perform(.start) }
          if let progress { Self.keep(progress, of: screen.view, over: stamp) }
          return screen
        }, on: session)
      cook.content = scope.content
      cook.setCompletion { _, steps in scope.result = steps }
      return cook
    }
    if try flow.timed(by: FastClock(speed: speed)).runAndWait(start.steps) == nil {
      try Sentences(dialogue).say(Self.left(progressPath))
      return .incomplete
    }
    try Sentences(.output).say("All steps are done.")
    return .ok
  }

  /// Saves the progress after every change, and once immediately.
  private static func keep(_ progress: RecipeProgress, of view: StepFlowView, over stamp: FileStamp?) {
    var stamp = stamp
    let save = { [unowned view] in
      do throws(DocumentError) {
        let isRunning = view.offers.contains(.pause)
        stamp = try progress.save(view.snapshot(), isTimerRunning: isRunning, now: Date(), over: stamp)
      } catch {
        view.fail(error)
      }
    }
    view.observe { _ in save() }
    save()
  }

  private static func left(_ progressPath: String?) -> String {
    progressPath == nil ? "The recipe was left." : "The recipe was left; the progress is kept."
  }
}

extension DocumentSource {
  /// Reads the document as a list of steps.
  func steps() throws(DocumentError) -> [Step] {
    let data = try read()
    do throws(StepListError) {
      return try Step.list(from: data)
    } catch {
      throw .invalid(name: name, reason: error.description)
    }
  }
}
