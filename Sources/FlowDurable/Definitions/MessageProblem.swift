import FlowChains
public import FlowJSON

/// The reason why no step of a flow can take a message.
///
/// ```swift
/// if let run = try await worker.find(order, key: "4711")?.summary(),
///   case .unknown(let awaited) = order.definition.problem(ofMessage: "Shiped", ["tracking": "1Z"], to: run)
/// {
///   print("Steps await:", awaited)
/// }
/// ```
///
/// A program that lets people write messages shows it before it sends a message: a message that no step awaits waits
/// forever, and a message that doesn't decode fails its step.
public enum MessageProblem: Hashable, Sendable {
  /// No step awaits a message with this name; the associated value has the names that steps await.
  case unknown(awaited: [String])
  /// The body doesn't decode. The text gives the place and the reason, without an end mark:
  /// `$.tracking: there is no value`. It can quote the body.
  case notDecoded(String)
}

extension DurableDefinition {
  /// Returns the reason why no step can take a message; nil if a step can take it, or if the answer isn't known.
  ///
  /// The answer isn't known for a flow with a codec, and for a message that the run awaits although no step of this
  /// definition does: the run belongs to another version of the flow.
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: Its body, as a program sends it.
  ///   - run: The run that would receive it.
  /// - Returns: The problem.
  public func problem(ofMessage name: String, _ body: JSONValue, to run: RunSummary) -> MessageProblem? {
    let problem = problem(ofMessage: name, plain: codec == nil ? body : nil)
    if case .unknown = problem, case .waiting(_, let names) = run.state, names.contains(name) { return nil }
    return problem
  }

  /// Returns the reason why no step of this definition can take a message; nil if one can.
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: Its body before it is sealed; nil if it is sealed. A sealed body can be opened only with the seal of its run.
  /// - Returns: The problem.
  func problem(ofMessage name: String, plain body: JSONValue?) -> MessageProblem? {
    var awaited: [String: FlowValueType] = [:]
    for step in chains.flatMap(\.steps) {
      if case .message(let name, _)? = step.durability.wait { awaited[name] = step.result }
    }
    guard let type = awaited[name] else { return .unknown(awaited: awaited.keys.sorted()) }
    guard let body else { return nil }
    do throws(ValueError) {
      _ = try ValueCoder(type).decode(body)
      return nil
    } catch {
      return .notDecoded(error.place)
    }
  }
}
