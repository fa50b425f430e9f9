import FlowJSON
public import FlowState

/// The values that a durable run keeps, by their keys.
///
/// ```swift
/// let values = try await run.values()
/// print(try values[TheOrder.self]?.id ?? "no order yet")
/// ```
public struct RunValues: Sendable {
  private let values: [String: KeptValue]
  private let definition: DurableDefinition
  private let seal: PayloadSeal
  /// The assignments with which the run was started.
  public let assignments: [VariantAssignment]

  init(_ course: RunCourse, _ definition: DurableDefinition, _ seal: PayloadSeal) {
    values = course.values
    assignments = course.assignments
    self.definition = definition
    self.seal = seal
  }

  /// The value of a key; nil if the run has none, or doesn't keep the key.
  ///
  /// Private values can be read, too, because whoever has the flow has its codec.
  ///
  /// - Parameter key: The key.
  /// - Throws: An error if the value doesn't decode.
  public subscript<Key: DurableKey>(key: Key.Type) -> Key.Value? {
    get throws {
      guard let kept = definition.keys[key.name], kept.key == key, let value = values[key.name] else { return nil }
      return try definition.decode(value, kept, seal) as? Key.Value
    }
  }
}
