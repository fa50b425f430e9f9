/// An operator on a step.
///
/// The step that an operator makes keeps the name of the step that it wraps. Events carry the operator in
/// ``FlowEvent/wrapper``, so observers can distinguish the two:
///
/// ```swift
/// struct RetryCounter: FlowObserver {
///   func receive(_ event: FlowEvent) {
///     if case .stepDelayed = event.kind, event.wrapper == .retry { print("retrying \(event.step ?? "")") }
///   }
/// }
/// ```
///
/// Later versions can have more operators. A `switch` over an operator needs a `default`.
public struct FlowOperator: RawRepresentable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Each step stores its operator, and an enumeration takes one byte.
  private enum Name: String, CaseIterable {
    case always, branch, delay, map, mapContent, recover, retry, then, timeout
  }

  private let name: Name

  private init(_ name: Name) {
    self.name = name
  }

  /// Creates an operator from its name, such as `mapContent`. Returns nil if there is no such operator.
  public init?(rawValue: String) {
    guard let name = Name(rawValue: rawValue) else { return nil }
    self.name = name
  }

  /// The name of the operator, which is that of its method, such as `mapContent`.
  public var rawValue: String { name.rawValue }

  /// The same as ``rawValue``.
  public var description: String { rawValue }

  /// All operators, in alphabetical order.
  public static var allCases: [FlowOperator] { Name.allCases.map { FlowOperator($0) } }

  /// ``FlowStep/always(_:)``
  public static var always: FlowOperator { FlowOperator(.always) }
  /// ``FlowStep/branch(_:)``
  public static var branch: FlowOperator { FlowOperator(.branch) }
  /// ``FlowStep/delay(_:)``
  public static var delay: FlowOperator { FlowOperator(.delay) }
  /// ``FlowStep/map(_:)``
  public static var map: FlowOperator { FlowOperator(.map) }
  /// ``FlowStep/mapContent(_:)``
  public static var mapContent: FlowOperator { FlowOperator(.mapContent) }
  /// ``FlowStep/recover(_:)`` and ``FlowStep/recover(with:)``
  public static var recover: FlowOperator { FlowOperator(.recover) }
  /// ``FlowStep/retry(attempts:backoff:where:)``
  public static var retry: FlowOperator { FlowOperator(.retry) }
  /// ``FlowStep/then(_:)`` and ``FlowStep/then(_:_:)``
  public static var then: FlowOperator { FlowOperator(.then) }
  /// ``FlowStep/timeout(_:)``
  public static var timeout: FlowOperator { FlowOperator(.timeout) }
}
