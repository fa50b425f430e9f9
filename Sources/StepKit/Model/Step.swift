/// One step of a list: what it is called, what is to be done, and the action that completes it.
///
/// ```swift
/// let step = Step(
///   title: "Milk and yeast", description: "Warm the milk, then stir the yeast in.",
///   action: .timer(seconds: 300))
/// let same = try JSONDecoder().decode(Step.self, from: JSONEncoder().encode(step))
/// ```
///
/// Steps are equal if their authored content is, whatever progress has been made in them.
///
/// Source: `Step` of "Express a Step using JSON syntax".
public struct Step: Sendable {
  /// What the step is called.
  public var title: String
  /// What stands under the title; nil for nothing.
  public var subtitle: String?
  /// What is to be done.
  public var description: String
  /// What completes the step, with the progress made in it.
  public var action: StepAction

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - title: What the step is called.
  ///   - subtitle: What stands under the title; nil for nothing.
  ///   - description: What is to be done.
  ///   - action: What completes the step; a button "Next" by default.
  public init(title: String, subtitle: String? = nil, description: String, action: StepAction = .button()) {
    self.title = title
    self.subtitle = subtitle
    self.description = description
    self.action = action
  }

  /// Whether the step's action is complete; see ``StepAction/isCompleted``.
  public var isCompleted: Bool {
    get { action.isCompleted }
    set { action.isCompleted = newValue }
  }

  /// StepKit's name for ``isCompleted``.
  public var completed: Bool {
    get { isCompleted }
    set { isCompleted = newValue }
  }
}
