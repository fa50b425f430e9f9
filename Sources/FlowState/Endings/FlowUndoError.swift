/// The failure of a run that could not undo everything that it had to undo.
///
/// The run reports it as the cause of the ``FlowError`` with which it ends. It has tried to undo the other visits nevertheless.
///
/// ```swift
/// do {
///   try await order.run()
/// } catch let error as FlowError {
///   if let undo = error.rootCause as? FlowUndoError { print("Call the bank about", undo.failures.map(\.step)) }
/// }
/// ```
public struct FlowUndoError: Error, Sendable, CustomStringConvertible {
  /// A visit that is not undone.
  public struct Failure: Sendable {
    /// The name of the step.
    public let step: String
    /// The place of the visit in the run.
    public let place: FlowPlace
    /// The error of the last attempt to undo the visit.
    public let error: any Error

    /// Creates a failure, for tests of code that shows one.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - place: The place of the visit in the run.
    ///   - error: The error of the last attempt to undo the visit.
    public init(step: String, place: FlowPlace, error: any Error) {
      self.step = step
      self.place = place
      self.error = error
    }
  }

  /// The visits that are not undone, latest first.
  public internal(set) var failures: [Failure]
  /// The names of the steps whose visits are undone, latest first.
  public internal(set) var undone: [String]
  /// The ending that the run would have had; nil if it was going back.
  public internal(set) var ending: FlowOutcome<Never>?

  /// Creates an error, for tests of code that shows one.
  ///
  /// - Parameters:
  ///   - failures: The visits that are not undone, latest first.
  ///   - undone: The names of the steps whose visits are undone, latest first.
  ///   - ending: The ending that the run would have had; nil if it was going back.
  public init(failures: [Failure], undone: [String], ending: FlowOutcome<Never>? = nil) {
    self.failures = failures
    self.undone = undone
    self.ending = ending
  }

  /// The failure as sentences.
  public var description: String {
    var sentences = failures.map { "Step '\($0.step)' is not undone: \(ErrorText.text(of: $0.error))." }
    if !undone.isEmpty { sentences.append("Undone: \(undone.joined(separator: ", ")).") }
    switch ending {
    case .cancelled?: sentences.append("The run was cancelled.")
    case .failed(let error)?: sentences.append("The run had failed: \(ErrorText.text(of: error)).")
    case .completed?, nil: break
    }
    return sentences.joined(separator: " ")
  }
}
