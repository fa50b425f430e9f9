/// A sign of a probable mistake in a flow, found when a run came to rest.
///
/// A run can end too early without an error: a completion closure doesn't set the next step, or no closure sets the
/// result. An observer that returns true from ``FlowObserver/wantsFindings`` receives a finding when such a run has
/// completed. A ``LineObserver`` writes each finding as a line, and the recorder of FlowStateTesting keeps it.
///
/// ```swift
/// struct Alarm: FlowObserver {
///   var wantsFindings: Bool { true }
///   func receive(_ event: FlowEvent) {}
///   func receive(_ finding: FlowFinding) { print(finding) }
///   // Step 'Edit' received content but never started: the run came to rest at step 'Display', which had no next step.
/// }
/// ```
///
/// A finding isn't an error, because the flow may be intended to end there. A run that fails or is cancelled has no
/// findings. A part of a durable run has none either.
public struct FlowFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a finding.
  public enum Kind: Sendable, Hashable {
    /// The step with this name has received content, but has never started.
    case stepNotStarted(String)
    /// The step at which the run came to rest has neither a next step nor a completion closure, and the steps with
    /// these names have never started. The names are in the order in which the steps were made.
    case nothingFollowed([String])
    /// No closure has set the run's result, which has the type with this name.
    case resultNotSet(String)
  }

  /// The kind of the finding.
  public let kind: Kind
  /// The run.
  public let run: FlowRunID
  /// The name of the step at which the run came to rest.
  public let step: String
  /// The time at which the run came to rest, on its clock.
  public let time: Duration

  /// Creates a finding, for tests of observers.
  ///
  /// - Parameters:
  ///   - kind: The kind of the finding.
  ///   - run: The run.
  ///   - step: The name of the step at which the run came to rest.
  ///   - time: The time at which the run came to rest, on its clock.
  public init(_ kind: Kind, run: FlowRunID, step: String, time: Duration) {
    self.kind = kind
    self.run = run
    self.step = step
    self.time = time
  }

  /// The finding as a sentence, without the run.
  public var description: String {
    let rest = "the run came to rest at step '\(step)'"
    return switch kind {
    case .stepNotStarted(let name):
      "Step '\(name)' received content but never started: \(rest), which had no next step."
    case .nothingFollowed(let names):
      "\(Self.list(names)) never started: \(rest), which has no next step and no completion closure."
    case .resultNotSet(let type):
      "The result, of type \(type), was never set: \(rest) without it."
    }
  }

  /// The names in a sentence; of many names, the first three.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { "'\($0)'" }
    let others = names.count - shown.count
    let last = others > 0 ? "\(others) \(others == 1 ? "other" : "others")" : shown.count > 1 ? shown.last : nil
    guard let last else { return "Step \(shown.joined())" }
    return "Steps \((others > 0 ? shown : shown.dropLast()).joined(separator: ", ")) and \(last)"
  }
}
