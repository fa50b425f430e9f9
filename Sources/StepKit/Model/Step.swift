/// One step of a list: a title, a description, and the action that completes the step.
///
/// ```swift
/// let step = Step(
///   title: "Milk and yeast", description: "Warm the milk, then stir the yeast in.",
///   action: .timer(seconds: 300))
/// let same = try JSONDecoder().decode(Step.self, from: JSONEncoder().encode(step))
/// ```
///
/// Two steps are equal if their authored content is equal. Progress is ignored.
///
/// As in StepKit's "Express a Step using JSON syntax": `Step`.
public struct Step: Sendable {
  /// The title of the step.
  public var title: String
  /// The text below the title, or nil.
  public var subtitle: String?
  /// The instructions for the user.
  public var description: String
  /// The action that completes the step, with the progress made in it.
  public var action: StepAction

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - title: The title of the step.
  ///   - subtitle: The text below the title, or nil.
  ///   - description: The instructions for the user.
  ///   - action: The action that completes the step. The default is a button titled "Next".
  public init(title: String, subtitle: String? = nil, description: String, action: StepAction = .button()) {
    self.title = title
    self.subtitle = subtitle
    self.description = description
    self.action = action
  }

  /// A Boolean value that indicates whether the step's action is complete. See ``StepAction/isCompleted``.
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
