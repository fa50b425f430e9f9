package import FlowJSON
import FlowState

/// Why no step of a flow can take a message.
package enum MessageProblem: Equatable, Sendable {
  /// No step awaits a message with the name. The names that steps await are given.
  case unknown(awaited: [String])
  /// The body doesn't decode. A sentence says where and why.
  case notDecoded(String)
}

extension DurableDefinition {
  /// Returns why no step can take a message; nil if a step can take it, or if that isn't known.
  ///
  /// - Parameters:
  ///   - name: The name of the message.
  ///   - body: Its body, as a program sends it.
  /// - Returns: The problem.
  package func problem(ofMessage name: String, _ body: JSONValue) -> MessageProblem? {
    var awaited: [String: FlowValueType] = [:]
    for step in chains.flatMap(\.steps) {
      if case .message(let name, _)? = step.durability.wait { awaited[name] = step.result }
    }
    guard let type = awaited[name] else { return .unknown(awaited: awaited.keys.sorted()) }
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
