/// A step as data: its name, its types, its routes, and a closure that makes it.
///
/// A ``FlowStepDeclaration`` makes it from Swift types. A ``FlowChain`` holds a list of them.
///
/// ```swift
/// for step in chain.steps { print(step.identifier, step.content?.name ?? "–", step.result.name) }
/// ```
public struct DeclaredStep: Sendable {
  /// The name of the step.
  public let identifier: String
  /// The type of the previous step's result that this step takes; nil if it takes none.
  public internal(set) var content: FlowValueType?
  /// The type of the step's result.
  public let result: FlowValueType
  /// The routes that lead on from the step.
  public internal(set) var routes: [FlowRoute]

  /// Makes the step for one run.
  var make: @Sendable (FlowContext) -> MadeStep
  /// Chooses the label of a route from the result; nil if there is only one route.
  var choose: (@Sendable (Any?) -> String)?
}

/// A declared step, made for one run. Confined to the run's queue.
final class MadeStep {
  let step: AnyFlowStep
  /// Sets the step's content to the previous step's result.
  let receive: (Any?) -> Void
  /// Sets a closure that receives the step's result, before the step's own completion closure.
  let listen: (@escaping (Any?) -> Void) -> Void

  init<Content, Result>(_ step: FlowStep<Content, Result>) {
    self.step = step
    receive = { [unowned step] in step.content = $0.flatMap { $0 as? Content } }
    listen = { [unowned step] listener in _ = Latest(of: step, listener: { listener($0) }) }
  }
}
