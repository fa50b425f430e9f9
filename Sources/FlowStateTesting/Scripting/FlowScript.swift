public import FlowState
import Foundation

/// Answers the steps of a flow by their identifiers, so that a test needs no server, no screen and no waiting.
///
/// ```swift
/// let script = FlowScript([
///   "Download": [.failure(URLError(.notConnectedToInternet)), .result("Al")],
///   "Edit": [.after(.seconds(2), .result("Bo"))],
/// ])
/// flow.on(queue).timed(by: clock).scripted(by: script).start()
/// queue.play()
/// #expect(script.startCount(of: "Download") == 2)  // the flow has tried again at once
/// ```
///
/// A step that the script names does not do its own work: its intent is not called, and a handler of the script's reports
/// the answer instead. Everything else is as ever: completion closures, failure routes, content, retries, timeouts,
/// cancellation and events. Successive starts of a step get successive answers, and further ones the last. A step that the
/// script does not name does its own work. The identifiers are those of traces: the step that `download.retry(attempts: 3)`
/// makes is called `Download.retry`, and starts the step `Download`.
///
/// The starts are counted over all runs that the script answers, nested ones included. May be used from any thread.
///
/// Guard of `@unchecked Sendable`: `lock`.
public final class FlowScript: RunProbe, ExpressibleByDictionaryLiteral, @unchecked Sendable {
  private let lock = NSLock()
  /// The answers that are left, the next one last.
  private var answers: [String: [Answer]] = [:]
  private var starts: [String: Int] = [:]

  /// Makes a script.
  ///
  /// - Parameter answers: For each step, by its identifier, the answers to its starts; at least one.
  public init(_ answers: [String: [Answer]] = [:]) {
    for (step, answers) in answers { answer(step, with: answers) }
  }

  /// Makes a script of a literal, so that one can be written where it is used: `flow.scripted(by: ["Edit": [.never]])`.
  ///
  /// - Parameter elements: For each step, by its identifier, the answers to its starts; at least one.
  public convenience init(dictionaryLiteral elements: (String, [Answer])...) {
    self.init()
    for (step, answers) in elements { answer(step, with: answers) }
  }

  /// Sets how the further starts of a step are answered, in place of what was set before.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - answers: The answers to its starts, one after the other; the last one repeats. At least one, else it traps.
  public func answer(_ step: String, with answers: Answer...) {
    answer(step, with: answers)
  }

  private func answer(_ step: String, with answers: [Answer]) {
    precondition(!answers.isEmpty, "A script names step '\(step)' without an answer; it needs at least one.")
    lock.withLock { self.answers[step] = answers.reversed() }
  }

  /// How often a step was started in the runs that the script answers, also if it does not name the step.
  ///
  /// - Parameter step: The identifier of the step.
  /// - Returns: The number of starts.
  public func startCount(of step: String) -> Int {
    lock.withLock { starts[step] ?? 0 }
  }

  /// The identifiers that the script names and that no step has started by, sorted: a misspelt one, for instance.
  public var stepsNotStarted: [String] {
    lock.withLock { answers.keys.filter { starts[$0] == nil }.sorted() }
  }

  /// Takes the answer to a start of a step; called by the engine.
  package func answer(toStartOf step: String) -> StepAnswer? {
    lock.withLock {
      starts[step, default: 0] += 1
      guard var left = answers[step], let answer = left.last else { return nil }
      if left.count > 1 {
        left.removeLast()
        answers[step] = left
      }
      return answer.answer
    }
  }
}
