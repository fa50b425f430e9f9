public import FlowDurable
import FlowJSON
import FlowState

/// The steps and messages of a program, by the names under which flow documents use them.
///
/// ```swift
/// struct Charge: Codable, Sendable { var cents: Int }
/// struct Payment: Codable, Sendable { var id: String }
///
/// var registry = FlowRegistry()
/// registry.step("charge", Charge.self, Payment.self) { charge, visit in
///   Payment(id: try await bank.charge(charge.cents, key: visit.key))
/// }
/// ```
///
/// A document that uses a name that isn't registered, or that gives a step a value of another type, can't be read.
public struct FlowRegistry: Sendable {
  private(set) var steps: [String: RegisteredStep] = [:]
  private(set) var messages: [String: RegisteredMessage] = [:]
  var screens = RegisteredScreens()

  /// Creates an empty registry.
  public init() {}

  /// The names of the steps, sorted.
  public var stepNames: [String] { steps.keys.sorted() }

  /// The names of the messages, sorted.
  public var messageNames: [String] { messages.keys.sorted() }

  /// Adds a step. It replaces an earlier one with the name.
  ///
  /// - Parameters:
  ///   - name: The name for `use`.
  ///   - input: The type of the value of `with`.
  ///   - output: The type of the step's value, which expressions read.
  ///   - isAtMostOnce: Whether the work starts at most once in each visit, for work that can't recognize a repetition by the visit's key. If
  ///     the process dies during the work, the step fails, and a route for `failed` can follow.
  ///   - undo: Undoes a visit that has completed: it receives the output and the visit, whose key ends with `/undo`.
  ///   - work: Receives the input and the visit, in a task of its own. Its key identifies a repetition. An error is the failure of the
  ///     step.
  public mutating func step<Input: Codable & Sendable, Output: Codable & Sendable>(
    _ name: String, _ input: Input.Type, _ output: Output.Type, atMostOnce isAtMostOnce: Bool = false,
    undoing undo: (@Sendable (_ output: Output, _ visit: DurableVisit) async throws -> Void)? = nil,
    _ work: @escaping @Sendable (_ input: Input, _ visit: DurableVisit) async throws -> Output
  ) {
    var undoing: RegisteredStep.Undo?
    if let undo {
      undoing = { value, visit in try await undo(try StoredJSON.value(Output.self, of: value), visit) }
    }
    steps[name] = RegisteredStep(
      input: TypeProbe.shape(of: input), output: TypeProbe.shape(of: output),
      decode: { value in _ = try StoredJSON.value(Input.self, of: value) },
      work: { value, visit in
        let input = try StoredJSON.value(Input.self, of: value)
        return try StoredJSON.of(try await work(input, visit))
      }, isAtMostOnce: isAtMostOnce, undo: undoing)
  }

  /// Adds a message for `awaits`, under its name.
  ///
  /// ```swift
  /// struct PapersArrived: DurableMessage { var pages: Int }
  ///
  /// var registry = FlowRegistry()
  /// registry.message(PapersArrived.self)
  /// ```
  ///
  /// - Parameter message: The type of the message.
  public mutating func message<Message: DurableMessage>(_ message: Message.Type) {
    messages[Message.name] = RegisteredMessage(shape: TypeProbe.shape(of: message)) {
      _ = try StoredJSON.value(Message.self, of: $0)
    }
  }
}

/// A step of the program, without its types.
struct RegisteredStep: Sendable {
  let input: ValueShape
  let output: ValueShape
  /// Throws an error if a value isn't of the input type.
  let decode: @Sendable (JSONValue) throws -> Void
  let work: @Sendable (JSONValue, DurableVisit) async throws -> JSONValue
  let isAtMostOnce: Bool
  let undo: Undo?

  typealias Undo = @Sendable (JSONValue, DurableVisit) async throws -> Void
}

/// A message of the program, without its type.
struct RegisteredMessage: Sendable {
  let shape: ValueShape
  /// Throws an error if a value isn't of the message's type.
  let decode: @Sendable (JSONValue) throws -> Void
}
