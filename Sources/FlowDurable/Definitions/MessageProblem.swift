public import FlowJSON
import FlowState

/// Why no step of a flow can take a message.
///
/// ```swift
/// let run = try await worker.find(order, key: "4711").summary()
/// if case .unknown(let awaited) = order.definition.problem(ofMessage: "Shiped", ["tracking": "1Z"], to: run) {
///   print("Steps await:", awaited)
/// }
/// ```
///
/// A program that lets people write messages shows it to them before it sends anything: a message that no step awaits waits for ever,
/// and one that doesn't decode fails its step.
public enum MessageProblem: Hashable, Sendable {
  /// No step awaits a message with the name. The names that steps await are given.
  case unknown(awaited: [String])
  /// The body doesn't decode. The text says where and why, without an end mark: `$.tracking: there is no value`. It can quote the body.
  case notDecoded(String)
}

extension DurableDefinition {
  /// Returns why no step can take a message; nil if a step can take it, or if that isn't known.
  ///
  /// It isn't known for a flow with a codec, and for a message that the run waits for although no step of this definition awaits it: the
  /// run belongs to another version of the flow.
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: Its body, as a program sends it.
  ///   - run: The run that would receive it.
  /// - Returns: The problem.
  public func problem(ofMessage name: String, _ body: JSONValue, to run: RunSummary) -> MessageProblem? {
    var awaited: [String: FlowValueType] = [:]
    for step in chains.flatMap(\.steps) {
      if case .message(let name, _)? = step.durability.wait { awaited[name] = step.result }
    }
    guard let type = awaited[name] else {
      if case .waiting(_, let names) = run.state, names.contains(name) { return nil }
      return .unknown(awaited: awaited.keys.sorted())
    }
    // A sealed body can only be opened with the run that it is for.
    guard codec == nil else { return nil }
    do throws(ValueError) {
      _ = try ValueCoder(type).decode(body)
      return nil
    } catch {
      return .notDecoded(error.place)
    }
  }
}
