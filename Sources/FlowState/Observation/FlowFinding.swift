/// What a run that came to rest has probably forgotten.
///
/// A run can end too early without an error: a completion closure forgets its next step, or no closure sets the result. Observers that
/// ask for it with ``FlowObserver/wantsFindings`` receive such findings when a run has completed. A ``LineObserver`` writes them as
/// lines, and the recorder of FlowStateTesting keeps them.
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
/// A finding isn't an error, because a flow can be meant so. A run that fails or is cancelled has none, and neither has a part of a
/// durable run.
public struct FlowFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a finding.
  public enum Kind: Sendable, Hashable {
    /// The step with this name received content, and has never started.
    case stepNotStarted(String)
    /// The step at which the run came to rest has neither a next step nor a completion closure, and the steps with these names have
    /// never started, in the order in which they were made.
    case nothingFollowed([String])
    /// The run has no result, because its result, of the type with this name, was never set.
    case resultNotSet(String)
  }

  /// What was forgotten.
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
  ///   - kind: What was forgotten.
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
