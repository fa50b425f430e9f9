import FlowDurable
import FlowScreens
import FlowState

/// A form: fields that fill a value, and checks of that value.
///
/// ```swift
/// struct Delivery: Codable, Sendable { var name = "", email = "", note: String? }
///
/// let delivery = FlowForm(Delivery(), "Where does it go?") { field in
///   field.text("name", \.name, "Your name").autocomplete(.name)
///   field.email("email", \.email, "Email address").hint("We send the receipt there")
///   field.text("note", \.note, "Note", lines: 4).limit(500)
/// }
/// let value = try delivery.read(["name": "Ada", "email": "ada@example.org"])
/// ```
///
/// A field whose member has an optional type can stay empty. A field of another type than its member doesn't compile.
///
/// A form has no state. The same form reads entries from pages, terminals, scripts and JSON, with the same checks and the same
/// sentences; see ``FormEntry``.
public struct FlowForm<Value: Codable & Sendable>: Sendable {
  /// The value before a person has answered.
  public let initial: Value
  /// The form as plain data.
  public let outline: FormOutline
  private let fields: [FormField<Value>]
  private var checks: [@Sendable (Value) -> [FormProblem]] = []
  private var sentence: @Sendable (FormProblem.Reason, FormOutline.Field) -> String? = { _, _ in nil }

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - initial: The value before a person has answered.
  ///   - title: The title of the form.
  ///   - fields: Lists the fields in order. Receives the type of the fields, whose static functions create them. Two fields with one
  ///     name, and a field without a name, trap; so does a field with the name of a part of a date, such as `born-year`.
  public init(
    _ initial: Value, _ title: String = "",
    @FormBuilder<Value> fields: (_ field: FormField<Value>.Type) -> [FormField<Value>]
  ) {
    self.initial = initial
    self.fields = fields(FormField<Value>.self)
    outline = FormOutline(title: title, fields: self.fields.map(\.outline))
    var names: Set<String> = []
    for field in outline.fields {
      requireUse(!field.name.isEmpty, "Field '\(field.label)' of form '\(title)' has no name.")
      let own = [field.name] + (field.kind.isDate ? FormEntry.datePartNames(of: field.name) : [])
      for name in own {
        requireUse(
          names.insert(name).inserted,
          "Form '\(title)' has two fields '\(name)'. An answer to one of them would be taken for the other; rename one."
        )
      }
    }
  }

  /// Returns a form with a check of the whole value.
  ///
  /// ```swift
  /// let form = delivery.checking { delivery in
  ///   delivery.name == delivery.email ? [.field("name", "Enter a name, not the email address.")] : []
  /// }
  /// ```
  ///
  /// - Parameter check: Returns the problems of a value whose fields have none.
  /// - Returns: The form. Earlier checks stay.
  public func checking(_ check: @escaping @Sendable (_ value: Value) -> [FormProblem]) -> FlowForm {
    var form = self
    form.checks.append(check)
    return form
  }

  /// Returns a form with sentences of your own, for instance in another language.
  ///
  /// ```swift
  /// let german = delivery.saying { reason, field in
  ///   reason == .missing ? "Bitte füllen Sie „\(field.label)“ aus." : nil
  /// }
  /// ```
  ///
  /// - Parameter sentence: Returns the sentence that a person sees; nil for the usual one.
  /// - Returns: The form.
  public func saying(
    _ sentence: @escaping @Sendable (_ reason: FormProblem.Reason, _ field: FormOutline.Field) -> String?
  ) -> FlowForm {
    var form = self
    form.sentence = sentence
    return form
  }

  /// Returns the value of an entry.
  ///
  /// The time is proportional to the size of the entry, whatever it holds. Names that the form doesn't have are ignored.
  ///
  /// - Parameter entry: The texts that a person has entered.
  /// - Returns: The value.
  /// - Throws: The problems of all fields; if there are none, those of the whole value.
  public func read(_ entry: FormEntry) throws(FormProblems) -> Value {
    var value = initial
    let problems = fields.compactMap { problem(of: $0, in: entry, &value) }
    guard problems.isEmpty else { throw FormProblems(problems) }
    let whole = checks.flatMap { $0(value) }
    guard whole.isEmpty else { throw FormProblems(whole) }
    return value
  }

  /// Returns the problem of one field of an entry; nil if there is none, or no such field.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - entry: The texts that a person has entered.
  /// - Returns: The problem.
  public func problem(of name: String, in entry: FormEntry) -> FormProblem? {
    var value = initial
    return fields.first { $0.outline.name.isExactly(name) }.flatMap { problem(of: $0, in: entry, &value) }
  }

  private func problem(of field: FormField<Value>, in entry: FormEntry, _ value: inout Value) -> FormProblem? {
    problem(of: field, field.read(entry[field.outline.name], &value))
  }

  private func problem(of field: FormField<Value>, _ reason: FormProblem.Reason?) -> FormProblem? {
    guard let reason else { return nil }
    let sentence = sentence(reason, field.outline) ?? FormSentences.sentence(reason, field.outline)
    return FormProblem(field: field.outline.name, reason: reason, sentence: sentence)
  }

  /// Checks a message that a durable run would take for an answer. Other messages aren't checked.
  ///
  /// - Parameter message: The message, which needn't come from the form.
  /// - Throws: `AnswerRefused` with the sentences of the form.
  package func check(message: Any) throws {
    guard let answer = message as? FormAnswer<Value> else { return }
    let problems = problems(of: answer)
    guard problems.isEmpty else { throw AnswerRefused(problems.map { .init($0.sentence, field: $0.field) }) }
  }

  /// Returns the problems of an answer that needn't come from the form.
  private func problems(of answer: FormAnswer<Value>) -> [FormProblem] {
    var problems = fields.compactMap { problem(of: $0, $0.check(answer.value)) }
    if problems.isEmpty { problems = checks.flatMap { $0(answer.value) } }
    // An entry that the form doesn't keep could be private, or of any size.
    let kept = kept(answer.entry)
    if let name = answer.entry.answers.keys.filter({ kept[$0] == nil }).min() {
      problems.append(.form("The entry has an answer that isn't kept by the form: '\(name.inSentence)'."))
    }
    // A form that is shown again would take the file from the entry.
    for field in fields {
      guard case .file? = kept[field.outline.name], kept[field.outline.name] != field.write(answer.value) else {
        continue
      }
      problems.append(.form("The entry has a file that the value doesn't have: '\(field.outline.name.inSentence)'."))
    }
    return problems
  }

  /// Returns the entry with which a person would enter a value. Private fields stay empty.
  ///
  /// - Parameter value: The value; the initial one by default.
  /// - Returns: The entry. Reading it gives the value, unless a private field is required.
  public func entry(of value: Value? = nil) -> FormEntry {
    var entry = FormEntry()
    for field in fields where !field.outline.isPrivate { entry[field.outline.name] = field.write(value ?? initial) }
    return entry
  }

  /// Returns the part of an entry that can be kept and shown again: what the form asks for, without private fields.
  ///
  /// - Parameter entry: The texts that a person has entered.
  /// - Returns: The entry, as typed.
  public func kept(_ entry: FormEntry) -> FormEntry { outline.kept(entry) }

  /// Returns the answer with an entry: its value, and the entry as typed.
  ///
  /// - Parameter entry: The texts that a person has entered.
  /// - Returns: The answer.
  /// - Throws: The problems of the entry; see ``read(_:)``.
  public func answer(_ entry: FormEntry) throws(FormProblems) -> FormAnswer<Value> {
    FormAnswer(value: try read(entry), entry: kept(entry))
  }

  /// Returns the answer with a value, as a test or a program gives it. The value isn't checked.
  ///
  /// - Parameter value: The value.
  /// - Returns: The answer, with the entry with which a person would enter the value.
  public func answer(of value: Value) -> FormAnswer<Value> { FormAnswer(value: value, entry: entry(of: value)) }
}

extension FormOutline {
  /// Returns the part of an entry that can be kept and shown again: what the form asks for, without private fields.
  ///
  /// - Parameter entry: The texts that a person has entered.
  /// - Returns: The entry, as typed.
  public func kept(_ entry: FormEntry) -> FormEntry {
    var kept = FormEntry()
    for field in fields where !field.isPrivate { kept[field.name] = entry[field.name] }
    return kept
  }
}

/// Lists the fields of a form.
///
/// ```swift
/// let form = FlowForm(Delivery(), "Where does it go?") { field in
///   field.text("name", \.name, "Your name")
///   if asksForEmail { field.email("email", \.email, "Email address") }
/// }
/// ```
@resultBuilder
public enum FormBuilder<Value: Codable & Sendable> {
  /// Adds a field.
  public static func buildExpression(_ field: FormField<Value>) -> [FormField<Value>] { [field] }

  /// Adds fields that are already listed.
  public static func buildExpression(_ fields: [FormField<Value>]) -> [FormField<Value>] { fields }

  /// Joins lists.
  public static func buildBlock(_ fields: [FormField<Value>]...) -> [FormField<Value>] { fields.flatMap { $0 } }

  /// Adds the fields of an `if`.
  public static func buildOptional(_ fields: [FormField<Value>]?) -> [FormField<Value>] { fields ?? [] }

  /// Adds the fields of an `if`.
  public static func buildEither(first fields: [FormField<Value>]) -> [FormField<Value>] { fields }

  /// Adds the fields of an `else`.
  public static func buildEither(second fields: [FormField<Value>]) -> [FormField<Value>] { fields }

  /// Joins the lists of a loop.
  public static func buildArray(_ fields: [[FormField<Value>]]) -> [FormField<Value>] { fields.flatMap { $0 } }
}
