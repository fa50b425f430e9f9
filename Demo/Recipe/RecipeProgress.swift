import FlowJSON
import Foundation
import StepKit

/// The file in which a recipe's progress is kept from one start of the demo to the next.
///
/// It holds the steps with their progress and, while a timer runs, since when and how fast: so time goes on although nobody
/// looks, and a demo that is killed loses nothing that was done before.
struct RecipeProgress: Sendable {
  /// What was read: the steps to go on with, and whether the timer of the current one runs.
  struct Resumed: Equatable, Sendable {
    var steps: [Step]
    var isTimerRunning: Bool
  }

  /// The file, as the user named it.
  let path: String
  /// How many times faster than the wall clock the recipe's time runs.
  var speed: Double = 1
  /// The system calls to write with.
  var calls = FileCalls.system

  /// Reads the progress of a recipe; a missing file stands for none.
  ///
  /// - Throws: ``DocumentError``, when the file cannot be read, or holds something else than this recipe's progress; it
  ///   is left alone.
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
    // A wall clock that was set back counts as no time. Time goes on as fast as it did when the timer was started.
    let elapsed = max(0, now.timeIntervalSince1970 - since) * max(0, savedSpeed ?? speed)
    let steps = kept.counting(elapsed)
    // The timer after one that has run down meanwhile is still to be started.
    let isRunning = kept.firstIndex { !$0.isCompleted } == steps.firstIndex { !$0.isCompleted }
    return Resumed(steps: steps, isTimerRunning: isRunning)
  }

  /// Keeps the progress; on return it is on the disk, and on failure the old one still is.
  ///
  /// - Parameters:
  ///   - steps: The steps with their progress.
  ///   - isTimerRunning: Whether the timer of the current step runs.
  ///   - now: What time it is on the wall.
  ///   - known: The file as it was read or saved last; nil if there was none.
  /// - Returns: The file as it is now.
  /// - Throws: ``DocumentError``, also if somebody else has written the file since, such as the same recipe started twice:
  ///   of two, each would undo what is done in the other.
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

  /// The file as it is now; nil if there is none.
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
    // Steps are equal by what was authored, whatever their progress.
    guard let index = kept.indices.first(where: { kept[$0] != recipe[$0] }) else { return }
    throw .foreign(
      name: path,
      reason: "It keeps the progress of another recipe: expected \(recipe[index].title.quoted) as step \(index + 1), "
        + "found \(kept[index].title == recipe[index].title ? "another of that title" : kept[index].title.quoted).")
  }
}

extension [Step] {
  /// The steps with time counted on the timer of the first that is not completed.
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
