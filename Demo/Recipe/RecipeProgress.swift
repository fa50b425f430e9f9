import DemoServer
import FlowCommandLine
import FlowJSON
import Foundation
import StepKit

/// The file that stores a recipe's progress between two runs of the demo.
///
/// It contains the steps with their progress. While a timer runs, it also contains the start time and the speed. Time
/// therefore continues while the demo is not running, and a demo that is killed loses no earlier progress.
struct RecipeProgress: Sendable {
  /// The saved state: the steps, and whether the timer of the current step is running.
  struct Resumed: Equatable, Sendable {
    var steps: [Step]
    var isTimerRunning: Bool
  }

  /// The file, as the user named it.
  let path: String
  /// The factor by which the recipe's time runs faster than real time.
  var speed: Double = 1
  /// The system calls that write the file.
  var calls = FileCalls.system

  /// Reads the progress of a recipe. A missing file means no progress.
  ///
  /// - Throws: ``DocumentError`` if the file cannot be read, or does not contain the progress of this recipe. The file
  ///   is unchanged.
  func load(for recipe: [Step], now: Date) throws(DocumentError) -> Resumed {
    guard let data = try contents() else { return Resumed(steps: recipe, isTimerRunning: false) }
    let document: JSONElement
    let kept: [Step]
    let since: Double?
    let savedSpeed: Double?
    do {
      document = JSONElement(try JSONValue(parsing: data))
      kept = try Step.list(json: document["steps"])
      since = try document["runningSince"].ifPresent { element throws(JSONTypeError) in try element.double() }
      savedSpeed = try document["speed"].ifPresent { element throws(JSONTypeError) in try element.double() }
    } catch {
      throw .foreign(name: path, reason: "Expected the progress of a recipe. \(error)")
    }
    try check(kept, against: recipe)
    guard let since else { return Resumed(steps: kept, isTimerRunning: false) }
    // If the wall clock was set back, no time has elapsed. Time runs at the speed with which the timer was started.
    let elapsed = max(0, now.timeIntervalSince1970 - since) * max(0, savedSpeed ?? speed)
    let steps = kept.counting(elapsed)
    // If the timer has run down in the meantime, the next timer is not started.
    let isRunning = kept.firstIndex { !$0.isCompleted } == steps.firstIndex { !$0.isCompleted }
    return Resumed(steps: steps, isTimerRunning: isRunning)
  }

  /// Saves the progress. On return, it is on disk. On failure, the old file is unchanged.
  ///
  /// - Parameters:
  ///   - steps: The steps with their progress.
  ///   - isTimerRunning: Whether the timer of the current step is running.
  ///   - now: The current wall-clock time.
  ///   - known: The stamp of the file when it was last read or saved. Nil if it did not exist.
  /// - Returns: The stamp of the new file.
  /// - Throws: ``DocumentError``, for example if another process has changed the file, such as a second demo with the
  ///   same recipe. Otherwise, each process would undo the progress of the other.
  func save(
    _ steps: [Step], isTimerRunning: Bool, now: Date, over known: FileStamp?
  ) throws(DocumentError) -> FileStamp? {
    if let found = stamp, found != known { throw .changed(name: path) }
    var document: JSONObject = ["steps": .array(steps.map(\.json))]
    if isTimerRunning {
      document["runningSince"] = .number(now.timeIntervalSince1970)
      document["speed"] = .number(speed)
    }
    do throws(SystemFailure) {
      let file = try FilePath.followingLinks(path)
      try AtomicFile(path: file, calls: calls).replace(with: Data(JSONValue.object(document).jsonText.utf8))
    } catch {
      throw .unwritable(name: path, reason: error)
    }
    return stamp
  }

  /// The current stamp of the file. Nil if the file does not exist.
  var stamp: FileStamp? { FileStamp(of: path) }

  private func contents() throws(DocumentError) -> Data? {
    let contents: FileContents
    do {
      contents = try FileContents.read(path, limit: DocumentSource.limit)
    } catch {
      throw .unreadable(name: path, reason: error)
    }
    switch contents {
    case .missing: return nil
    case .bytes(let data): return data
    case .notAFile(let found): throw .foreign(name: path, reason: "Expected a file, found \(found).")
    case .tooLarge: throw .foreign(name: path, reason: "Expected the progress of a recipe, found a huge file.")
    }
  }

  private func check(_ kept: [Step], against recipe: [Step]) throws(DocumentError) {
    guard kept.count == recipe.count else {
      throw .foreign(
        name: path,
        reason: "It keeps the progress of another recipe: expected \(recipe.count) steps, found \(kept.count).")
    }
    // Equality of steps compares authored content and ignores progress.
    guard let index = kept.indices.first(where: { kept[$0] != recipe[$0] }) else { return }
    throw .foreign(
      name: path,
      reason: "It keeps the progress of another recipe: expected \(recipe[index].title.quoted) as step \(index + 1), "
        + "found \(kept[index].title == recipe[index].title ? "another of that title" : kept[index].title.quoted).")
  }
}

extension [Step] {
  /// Returns the steps with time added to the timer of the first open step.
  fileprivate func counting(_ elapsed: Double) -> [Step] {
    var steps = self
    guard let index = steps.firstIndex(where: { !$0.isCompleted }) else { return steps }
    switch steps[index].action {
    case .timer(let seconds, let done, let identifier, let notification):
      steps[index].action = .timer(
        seconds: seconds, completedSeconds: Swift.min(seconds, (done ?? 0) + elapsed), identifier: identifier,
        notification: notification)
    case .customTimer(let identifier, let notification, _, let seconds?, let done):
      let counted = Swift.min(seconds, (done ?? 0) + elapsed)
      steps[index].action = .customTimer(
        identifier: identifier, notification: notification, completed: counted >= seconds ? true : nil,
        seconds: seconds, completedSeconds: counted)
    default: break
    }
    return steps
  }
}
