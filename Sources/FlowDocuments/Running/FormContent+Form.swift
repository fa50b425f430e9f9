import FlowForms
import FlowJSON
import Foundation

extension DocumentContent.FormContent {
  /// The shape of the form's value.
  var shape: ValueShape {
    .object(
      Dictionary(fields.map { ($0.name, $0.isRequired ? $0.shape : $0.shape.orMissing) }, uniquingKeysWith: { $1 }),
      isOpen: false)
  }

  /// Returns the form with the texts for a reader.
  func form(for reader: DocumentReaderLanguage) -> FlowForm<DocumentAnswer> {
    let fields = fields
    let sentences = Dictionary(
      fields.compactMap { field in DocumentSpeech(field.members["missing"]).map { (field.name, $0.text(for: reader)) }
      },
      uniquingKeysWith: { first, _ in first })
    let form = FlowForm(DocumentAnswer(), title.text(for: reader)) { _ in fields.map { $0.field(for: reader) } }
      .saying { reason, field in reason == .missing ? sentences[field.name] : nil }
    let shape = shape
    // A message to a durable run can have any members.
    return form.checking { answer in
      let known = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let wrong = answer.members.first { name, value in known[name].map { !$0.hasType(of: value) } ?? true }
      if let wrong {
        return [.form("The answer has a value that the form doesn't ask for: '\(wrong.name.inQuotes)'.")]
      }
      if let problem = shape.problem(of: .object(answer.members)) {
        return [.form("The answer isn't one that the form gives: \(problem).")]
      }
      // A field takes a value that it can't read, such as a day that no month has, for no answer.
      let entry = form.entry(of: answer)
      let unread = fields.first { $0.type != "password" && answer.members[$0.name] != nil && entry[$0.name] == nil }
      return unread.map { [.form("The answer has a value that can't be read: '\($0.name)'.")] } ?? []
    }
  }
}

extension DocumentContent.FieldContent {
  /// Whether the value of the field is always there.
  var isRequired: Bool { !isOptional }

  /// The shape of the field's value, if there is one.
  var shape: ValueShape {
    switch type {
    case "integer": .integer
    case "number", "money": .number
    case "toggle": .bool
    case "choice": .oneOf(options.map(\.value))
    case "choices": .list(.oneOf(options.map(\.value)))
    case "file":
      .object(["name": .text, "mediaType": .text, "size": .integer, "digest": .text], isOpen: false)
    default: .text
    }
  }

  /// Whether a value has the type of the field. Its limits are checked by the form.
  fileprivate func hasType(of value: JSONValue) -> Bool {
    switch (shape, value) {
    case (.bool, .bool), (.integer, .integer), (.number, .integer), (.number, .number): true
    case (.text, .string), (.words, .string), (.object, .object): true
    case (.list, .array(let elements)): elements.allSatisfy { $0.kind == .string }
    default: false
    }
  }

  /// Returns the field of the form.
  fileprivate func field(for reader: DocumentReaderLanguage) -> FormField<DocumentAnswer> {
    var field = plain(
      DocumentSpeech(members["label"])?.text(for: reader) ?? name,
      options.map { FormOutline.Option($0.value, $0.label?.text(for: reader)) },
      refusals: Dictionary(
        options.compactMap { option in option.refusal.map { (option.value, $0.text(for: reader)) } },
        uniquingKeysWith: { first, _ in first }))
    if let hint = DocumentSpeech(members["hint"])?.text(for: reader) { field = field.hint(hint) }
    if let limit = integer("limit") { field = field.limit(limit) }
    if let token = text("autocomplete") { field = field.autocomplete(FormAutocomplete(rawValue: token)) }
    return field
  }

  private func text(_ member: String) -> String? {
    if case .string(let text)? = members[member] { text } else { nil }
  }

  private func integer(_ member: String) -> Int? {
    if case .integer(let integer)? = members[member] { Int(integer) } else { nil }
  }

  private func number(_ member: String) -> Double? { try? JSONElement(members[member]).double() }

  private func amount(_ member: String) -> Decimal? {
    DocumentAnswer(["limit": members[member] ?? .null])[amount: "limit"]
  }

  private func date(_ member: String) -> FormDate? { text(member).flatMap { FormDate($0) } }

  private func plain(
    _ label: String, _ options: [FormOutline.Option], refusals: [String: String]
  ) -> FormField<DocumentAnswer> {
    let name = name
    switch type {
    case "email":
      return isOptional
        ? .email(name, \.[optionalText: name], label) : .email(name, \.[text: name], label)
    case "phone":
      return isOptional
        ? .phone(name, \.[optionalText: name], label) : .phone(name, \.[text: name], label)
    case "password":
      return isOptional
        ? .password(name, \.[optionalText: name], label) : .password(name, \.[text: name], label)
    case "integer":
      let (lower, upper) = (integer("from"), integer("to"))
      return required(FormField.number(name, \.[integer: name], label, from: lower, to: upper))
    case "number":
      let (lower, upper) = (number("from"), number("to"))
      return required(FormField.number(name, \.[number: name], label, from: lower, to: upper))
    case "money":
      return required(
        FormField.money(
          name, \.[amount: name], label, currency: text("currency") ?? "", from: amount("from") ?? 0, to: amount("to")
        ) { amount in
          // A number of JSON that has more digits would be another one.
          var answer = DocumentAnswer()
          answer[amount: name] = amount
          return answer[amount: name] == amount ? nil : "Enter an amount with fewer digits."
        })
    case "date":
      return required(FormField.date(name, \.[date: name], label, from: date("from"), to: date("to")))
    case "choice":
      return isOptional
        ? .choice(name, \.[optionalText: name], label, options: options) { refusals[$0] }
        : .choice(name, \.[text: name], label, options: options) { refusals[$0] }
    case "choices":
      return .choices(name, \.[texts: name], label, options: options, from: integer("from") ?? 0, to: integer("to")) {
        values in
        values.lazy.compactMap { refusals[$0] }.first
      }
    case "toggle": return .toggle(name, \.[isOn: name], label)
    case "file":
      let types: [String] =
        if case .array(let types)? = members["types"] {
          types.compactMap { if case .string(let text) = $0 { text } else { nil } }
        } else { [] }
      return required(
        FormField.file(
          name, \.[file: name], label, types: types, maximumSize: integer("maximumSize") ?? 5_000_000))
    default:
      let lines = integer("lines") ?? 1
      return isOptional
        ? .text(name, \.[optionalText: name], label, lines: lines)
        : .text(name, \.[text: name], label, lines: lines)
    }
  }

  /// Returns a field whose member is optional as one that requires an answer, unless the document says otherwise.
  private func required(_ field: FormField<DocumentAnswer>) -> FormField<DocumentAnswer> {
    isOptional ? field : field.requiringAnswer()
  }
}

extension String {
  /// The text in a sentence: short, and without characters that can't be seen.
  fileprivate var inQuotes: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(40).filter { $0.properties.generalCategory != .control }))
  }
}
