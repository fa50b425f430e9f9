/// A step as data: its name, its types, the ways on from it, and how to make it.
///
/// It is made by a ``FlowStepDeclaration``, which knows the types, and stands in the list of a ``FlowChain``.
///
/// ```swift
/// for step in chain.steps { print(step.identifier, step.content?.name ?? "–", step.result.name) }
/// ```
public struct DeclaredStep: Sendable {
  /// The name of the step.
  public let identifier: String
  /// What the step takes from the one before it; nil if it needs nothing of it.
  public internal(set) var content: FlowValueType?
  /// What the step yields.
  public let result: FlowValueType
  /// The ways on from the step.
  public internal(set) var routes: [FlowRoute]

  /// Makes the step of one run.
  var make: @Sendable (FlowContext) -> MadeStep
  /// Chooses the label of the way on by the result; nil if there is only one.
  var choose: (@Sendable (Any?) -> String)?
}

/// A declared step, made for one run. Confined to its queue.
final class MadeStep {
  let step: AnyFlowStep
  /// Gives the step what the one before it has yielded.
  let receive: (Any?) -> Void
  /// Sets who hears of the step's result, before the step's own completion closure.
  let listen: (@escaping (Any?) -> Void) -> Void

  init<Content, Result>(_ step: FlowStep<Content, Result>) {
    self.step = step
    receive = { [unowned step] in step.content = $0.flatMap { $0 as? Content } }
    listen = { [unowned step] listener in _ = Latest(of: step, listener: { listener($0) }) }
  }
}
