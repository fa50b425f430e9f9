import FlowState

/// A field of a form: a name, a label, and the member of the value that it fills.
///
/// ```swift
/// let note = FormField<Delivery>.text("note", \.note, "Note", lines: 4).limit(500).hint("For the person who delivers it")
/// ```
///
/// A field is required if the type of its member isn't optional. A check of its own returns a sentence that refuses an answer, or
/// nil:
///
/// ```swift
/// let name = FormField<Delivery>.text("name", \.name, "Your name") { name in
///   name.contains(" ") ? nil : "Enter your first and your last name."
/// }
/// ```
public struct FormField<Value: Codable & Sendable>: Sendable {
  /// The field as plain data.
  public private(set) var outline: FormOutline.Field
  private var requiresAnswer = false
  private let reading: @Sendable (FormEntry.Answer?, FormOutline.Field, inout Value) throws(FormProblem.Reason) -> Void
  /// Returns the answer with which a person would enter the member of a value.
  let write: @Sendable (Value) -> FormEntry.Answer?

  init<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    _ kind: AnswerKind<Member.Answered>, check: @escaping @Sendable (Member.Answered) -> String?
  ) {
    self.init(
      name, label, kind, isRequired: Member.isAnswerRequired && !kind.hasDefault, check: check,
      set: { answered, value in
        guard let answered = Member(answered: answered) else { return false }
        value[keyPath: member] = answered
        return true
      }, get: { $0[keyPath: member].answered })
  }

  init<Answered: Sendable>(
    _ name: String, _ label: String, _ kind: AnswerKind<Answered>, isRequired: Bool,
    check: @escaping @Sendable (Answered) -> String?, set: @escaping @Sendable (Answered?, inout Value) -> Bool,
    get: @escaping @Sendable (Value) -> Answered?
  ) {
    outline = FormOutline.Field(name: name, label: label, kind: kind.kind, isRequired: isRequired, limit: kind.limit)
    reading = { answer, field, value throws(FormProblem.Reason) in
      let answered = try kind.read(answer, field)
      if let answered, let sentence = check(answered) { throw .refused(sentence) }
      guard set(answered, &value) else { throw .missing }
    }
    write = { value in get(value).map(kind.write) }
  }

  /// Reads the answer of the field into a value, and returns the reason why it can't be read; nil if it can.
  func read(_ answer: FormEntry.Answer?, _ value: inout Value) -> FormProblem.Reason? {
    do throws(FormProblem.Reason) {
      try reading(answer, outline, &value)
      return requiresAnswer && write(value) == nil ? .missing : nil
    } catch {
      return error
    }
  }

  /// Returns the reason why the field refuses the member of a value; nil if it accepts it.
  func check(_ value: Value) -> FormProblem.Reason? {
    let written = write(value)
    var again = value
    if let reason = read(written, &again) { return reason }
    // White space around a text counts here, because it is part of the value.
    if case .text(let text)? = written, let limit = outline.limit, text.count > limit { return .tooLong }
    // Choices are read in order and once.
    if case .texts? = written, write(again) != written { return .notAnOption }
    return nil
  }

  /// Returns the field with a sentence that helps a person to answer.
  ///
  /// - Parameter text: The sentence.
  /// - Returns: The field.
  public func hint(_ text: String) -> FormField { changing { $0.hint = text } }

  /// Returns the field with another maximum number of characters.
  ///
  /// - Parameter characters: The number; at least 1.
  /// - Returns: The field. Kinds without text ignore the limit. White space around a text isn't counted, except in a password.
  public func limit(_ characters: Int) -> FormField {
    requireUse(characters > 0, "Field '\(outline.name)' has a limit of \(characters) characters; it needs at least 1.")
    return changing { if $0.limit != nil { $0.limit = characters } }
  }

  /// Returns the field with what browsers may fill in.
  ///
  /// - Parameter token: The token.
  /// - Returns: The field.
  public func autocomplete(_ token: FormAutocomplete) -> FormField { changing { $0.autocomplete = token } }

  /// Returns the field as one that requires an answer, although the type of its member is optional. For fields of data.
  package func requiringAnswer() -> FormField {
    var field = changing { $0.isRequired = true }
    field.requiresAnswer = true
    return field
  }

  private func changing(_ change: (inout FormOutline.Field) -> Void) -> FormField {
    var field = self
    change(&field.outline)
    return field
  }
}

/// A kind of answers: how an answer is read, and with which text a person would enter it.
struct AnswerKind<Answered: Sendable>: Sendable {
  let kind: FormOutline.Kind
  /// The maximum number of characters, unless the field has another limit.
  var limit: Int?
  /// Whether a field without an answer has one all the same, as a switch has.
  var hasDefault = false
  /// Returns the answer with which a person would enter a value.
  let write: @Sendable (Answered) -> FormEntry.Answer
  /// Reads an answer; nil if there is none.
  let read: @Sendable (FormEntry.Answer?, FormOutline.Field) throws(FormProblem.Reason) -> Answered?

  /// Creates a kind of answers that are texts of one line.
  static func text(
    _ kind: FormOutline.Kind, limit: Int, write: @escaping @Sendable (Answered) -> String,
    read: @escaping @Sendable (String) throws(FormProblem.Reason) -> Answered
  ) -> AnswerKind {
    AnswerKind(kind: kind, limit: limit, write: { .text(write($0)) }) { answer, field throws(FormProblem.Reason) in
      guard let text = try EnteredText.line(answer, field) else { return nil }
      return try read(text)
    }
  }
}
