/// An error that describes why a step refused an interaction, and what is possible now.
///
/// ```swift
/// if let refusal = view.perform(.press, on: 2) {
///   print(refusal)  // Step 3 is locked: step 1 comes first. Possible now: start.
/// }
/// ```
public struct StepRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason of a refusal.
  public enum Reason: Sendable, Equatable {
    /// The list has no such step. It has `count` steps.
    case noSuchStep(count: Int)
    /// All steps are completed.
    case allCompleted
    /// The work on the list ended before the list was finished.
    case abandoned
    /// The step is already completed.
    case completed
    /// The step at `current` must be completed first.
    case locked(current: Int)
    /// The step's action does not accept the interaction.
    case notOffered(StepInteraction, kind: String)
    /// The step's action has no such item. It has `count` items.
    case noSuchItem(Int, count: Int)
    /// The item is already ticked.
    case ticked(item: Int)
    /// The timer is already running.
    case running
    /// The timer is not running.
    case notRunning
    /// No duration has been picked.
    case noDuration
    /// The duration cannot change, because the timer was started.
    case durationFixed
    /// The step is not completed, so it cannot be collapsed.
    case notCompleted
  }

  /// The step's position in the list, counted from 0.
  public let step: Int
  /// The reason of the refusal.
  public let reason: Reason
  /// The interactions that the current step accepts.
  public let possible: [StepOffer]

  /// The refusal in one or two sentences. Steps and items are counted from 1.
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
    case .durationFixed: return "The duration of step \(number) cannot change: its timer was started."
    case .notCompleted: return "Step \(number) is not completed: only completed steps can be expanded or collapsed."
    }
  }

  /// Returns a position counted from 1. Any integer is valid.
  static func ordinal(_ position: Int) -> String {
    String(position == .max ? position : position + 1)
  }
}
