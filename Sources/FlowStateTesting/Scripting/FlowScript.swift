public import FlowState

/// Answers the steps of a flow by their identifiers, so that a test needs no server and no screen, and doesn't wait.
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
/// A step that the script names doesn't do its own work. The engine doesn't call its intent; a handler of the script
/// reports the answer instead. Everything else works as usual: completion closures, failure routes, content, retries,
/// timeouts, cancellation, and events. Successive starts of a step receive successive answers. The last answer repeats.
/// A step that the script doesn't name does its own work.
///
/// A step that an operator creates has the name of the step that it wraps. The script answers the wrapped step, and the
/// operators work around the answer: if the script answers `Download` with a failure, `download.retry(attempts: 3)`
/// starts the step again and receives the next answer.
///
/// The script counts the starts over all runs that it answers, including nested runs. You can use it from any thread.
public final class FlowScript: RunProbe, ExpressibleByDictionaryLiteral {
  /// An answer of a script.
  public typealias Answer = FlowAnswer

  private struct State {
    /// The remaining answers, the next one last.
    var answers: [String: [Answer]] = [:]
    var starts: [String: Int] = [:]
    var wrongAnswers: [FlowAnswerError] = []
  }

  private let state = Locked(State())

  /// Creates a script.
  ///
  /// - Parameter answers: The answers to the starts of each step, by its identifier. Traps if a step has no answer, or
  ///   if it is named twice.
  public init(_ answers: KeyValuePairs<String, [Answer]> = [:]) {
    add(answers.map { ($0.key, $0.value) })
  }

  /// Creates a script from a dictionary literal, as in `flow.scripted(by: ["Edit": [.never]])`.
  ///
  /// - Parameter elements: The answers to the starts of each step, by its identifier. Traps if a step has no answer, or
  ///   if it is named twice.
  public convenience init(dictionaryLiteral elements: (String, [Answer])...) {
    self.init()
    add(elements)
  }

  private func add(_ answers: [(String, [Answer])]) {
    for (step, answers) in answers {
      requireUse(
        state.withLock { $0.answers[step] == nil },
        "A script names step '\(step)' twice; list all its answers in the order of the starts after one name.")
      answer(step, with: answers)
    }
  }

  /// Replaces the answers to later starts of a step.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - answers: The answers to successive starts. The last one repeats. Traps if there are no answers.
  public func answer(_ step: String, with answers: Answer...) {
    answer(step, with: answers)
  }

  private func answer(_ step: String, with answers: [Answer]) {
    requireUse(!answers.isEmpty, "A script names step '\(step)' without an answer; it needs at least one.")
    state.withLock { $0.answers[step] = answers.reversed() }
  }

  /// Returns the number of starts of a step in the runs that the script answers, even if the script doesn't name the
  /// step.
  ///
  /// Starts of operators around the step aren't counted.
  ///
  /// - Parameter step: The identifier of the step.
  /// - Returns: The number of starts.
  public func startCount(of step: String) -> Int {
    state.withLock { $0.starts[step] ?? 0 }
  }

  /// The identifiers in the script whose steps haven't started, sorted, such as misspelled ones.
  public var stepsNotStarted: [String] {
    state.withLock { state in state.answers.keys.filter { state.starts[$0] == nil }.sorted() }
  }

  /// The answers whose results weren't of the types of their steps, in the order in which they were given.
  ///
  /// Each of these steps has failed with its error. A flow with a route after the failure can complete all the same, so
  /// require that there are none if a flow of the test has such a route.
  public var wrongAnswers: [FlowAnswerError] { state.withLock { $0.wrongAnswers } }

  /// A complaint about ``stepsNotStarted``; nil if there are none.
  var complaint: String? {
    let missing = stepsNotStarted
    guard let first = missing.first else { return nil }
    let started = state.withLock { state in state.starts.keys.map { $0 } }
    return "The script names steps that have not started: \(missing.joined(separator: ", ")). "
      + (started.isEmpty
        ? "No step has started."
        : "The steps that have started are: \(Suggestion.list(started, nearestTo: first)).")
  }

  /// Returns the answer to a start of a step. The engine calls this method.
  package func answer(toStartOf step: String) -> StepAnswer? {
    let answer = state.withLock { state -> Answer? in
      state.starts[step, default: 0] += 1
      guard let answer = state.answers[step]?.last else { return nil }
      // Change the array in place, because a script can have many answers.
      if state.answers[step]?.count != 1 { state.answers[step]?.removeLast() }
      return answer
    }
    return answer?.stepAnswer
  }

  /// Records an answer of a wrong type, and returns its error. The engine calls this method.
  package func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error {
    let error = FlowAnswerError(result, inPlaceOf: expected, by: step)
    state.withLock { $0.wrongAnswers.append(error) }
    return error
  }
}
