import FlowDurable
public import FlowJSON

/// A form without the type of its value, for code that draws and reads any form.
///
/// ```swift
/// if let form = order.definition.form(at: "address") {
///   for field in form.outline.fields { print(field.label) }
/// }
/// ```
public struct AnyForm: Sendable {
  /// The form as plain data.
  public let outline: FormOutline
  /// The entry before a person has answered.
  public let entry: FormEntry
  private let message: @Sendable (FormEntry) throws -> JSONValue
  private let problem: @Sendable (String, FormEntry) -> FormProblem?

  /// Creates the form without its type.
  ///
  /// - Parameter form: The form.
  public init<Value>(_ form: FlowForm<Value>) {
    outline = form.outline
    entry = form.entry()
    message = { try StoredJSON.of(try form.answer($0)) }
    problem = { form.problem(of: $0, in: $1) }
  }

  /// Returns the answer with an entry as JSON: the body of the message that a durable run takes for it.
  ///
  /// - Parameter entry: The texts that a person has entered.
  /// - Returns: The ``FormAnswer`` as JSON.
  /// - Throws: ``FormProblems``, or an error if the value can't be written as JSON.
  public func answer(_ entry: FormEntry) throws -> JSONValue { try message(entry) }

  /// Returns the value of an entry as JSON.
  ///
  /// - Parameter entry: The texts that a person has entered.
  /// - Returns: The value.
  /// - Throws: ``FormProblems``, or an error if the value can't be written as JSON.
  public func value(_ entry: FormEntry) throws -> JSONValue { try message(entry)["value"] ?? .null }

  /// Returns the problem of one field of an entry; nil if there is none, or no such field.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - entry: The texts that a person has entered.
  /// - Returns: The problem.
  public func problem(of name: String, in entry: FormEntry) -> FormProblem? { problem(name, entry) }

  /// Returns the entry of an earlier answer, to show it again.
  ///
  /// - Parameter answer: The result of an earlier visit: a ``FormAnswer`` as JSON.
  /// - Returns: The part of the entry that this form asks for; the initial entry if there is none.
  public func entry(of answer: JSONValue?) -> FormEntry {
    // An answer whose entry has the same texts as its value is stored without the entry.
    guard let json = answer?["entry"] ?? answer?["value"], let kept = try? StoredJSON.value(KeptEntry.self, of: json)
    else { return entry }
    return outline.kept(kept.entry)
  }
}
