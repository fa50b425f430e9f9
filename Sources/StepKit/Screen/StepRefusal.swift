/// Why something could not be done with a step, and what can be done now.
///
/// ```swift
/// if let refusal = view.perform(.press, on: 2) {
///   print(refusal)  // Step 3 is locked: step 1 comes first. Possible now: start.
/// }
/// ```
public struct StepRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// What stands against it.
  public enum Reason: Sendable, Equatable {
    /// The list has no such step; it has `count`.
    case noSuchStep(count: Int)
    /// All steps are completed.
    case allCompleted
    /// The list was abandoned.
    case abandoned
    /// The step is completed.
    case completed
    /// The step waits for the one at `current`.
    case locked(current: Int)
    /// The step's action has no such interaction.
    case notOffered(StepInteraction, kind: String)
    /// The step's action has no such item; it has `count`.
    case noSuchItem(Int, count: Int)
    /// The item is ticked.
    case ticked(item: Int)
    /// The timer runs.
    case running
    /// The timer does not run.
    case notRunning
    /// No duration was picked.
    case noDuration
    /// The timer was started, so its duration stays.
    case durationFixed
    /// The step is not completed, so it stays expanded.
    case notCompleted
  }

  /// The step's position in the list, the first being 0.
  public let step: Int
  /// What stands against it.
  public let reason: Reason
  /// What can be done with the current step.
  public let possible: [StepOffer]

  /// The refusal as sentences. Steps and items are counted from 1.
  public var description: String {
    possible.isEmpty ? sentence : "\(sentence) Possible now: \(possible.map(\.description).joined(separator: ", "))."
  }

  private var sentence: String {
    let number = Self.ordinal(step)
    switch reason {
    case .noSuchStep(0): return "There is no step \(number): the list is empty."
    case .noSuchStep(let count): return "There is no step \(number): the list has \(count)."
    case .allCompleted: return "All steps are completed."
    case .abandoned: return "The list was abandoned."
    case .completed: return "Step \(number) is completed already."
    case .locked(let current): return "Step \(number) is locked: step \(Self.ordinal(current)) comes first."
    case .notOffered(let interaction, let kind):
      return "Step \(number) cannot be \(interaction.participle): it is \(kind)."
    case .noSuchItem(let item, let count): return "Step \(number) has no item \(Self.ordinal(item)): it has \(count)."
    case .ticked(let item): return "Item \(Self.ordinal(item)) of step \(number) is ticked already."
    case .running: return "The timer of step \(number) is running already."
    case .notRunning: return "The timer of step \(number) is not running."
    case .noDuration: return "The timer of step \(number) has no duration yet."
    case .durationFixed: return "The duration of step \(number) stays as it is: its timer was started."
    case .notCompleted: return "Step \(number) is not completed: only completed steps are expanded and collapsed."
    }
  }

  /// A position as people count; any integer has one.
  static func ordinal(_ position: Int) -> String {
    String(position == .max ? position : position + 1)
  }
}
