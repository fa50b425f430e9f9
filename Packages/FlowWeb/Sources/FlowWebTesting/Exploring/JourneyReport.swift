public import FlowJSON

/// The journeys of a trial after an action, for the requirements of a test.
///
/// ```swift
/// stage.require { report in
///   report.journeys.contains { $0.end != nil && $0.answers["card"] != nil && $0.answers["plan"] == ["kind": "free"] }
///     ? "A card stayed behind." : nil
/// }
/// ```
public struct JourneyReport: Sendable {
  /// A journey.
  ///
  /// ```swift
  /// stage.require { report in report.journeys.count > 1 ? "There are two journeys." : nil }
  /// ```
  public struct Journey: Sendable {
    /// The values of the answers that count, by step.
    public let answers: [String: JSONValue]
    /// The step whose page is open; nil if none is.
    public let open: String?
    /// The end in words, such as `completed: Ada`; nil if the journey hasn't ended.
    public let end: String?
  }

  /// The journeys, oldest first.
  public let journeys: [Journey]
  let effects: [JourneyStage.Effect]

  /// Returns the keys of an effect that were performed and not undone, without repetition.
  ///
  /// - Parameter name: The name of the effect.
  /// - Returns: The keys, in the order in which they were performed first.
  public func effects(_ name: String) -> [String] {
    let undone = Set(effects.filter { $0.isUndo && $0.name == name }.map(\.visit))
    var keys: [String] = []
    for effect in effects where effect.name == name && !effect.isUndo && !undone.contains(effect.visit) {
      if !keys.contains(effect.key) { keys.append(effect.key) }
    }
    return keys
  }
}
