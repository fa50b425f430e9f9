import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON

/// Valid answers to a form or a screen, as people give them: for a form, one for each option of a choice and each side of a switch, and one
/// with what can stay empty left out; for a screen, one for each choice.
struct TypicalAnswers: Sendable {
  /// An answer, with a name that distinguishes it from the others.
  struct Answer: Sendable {
    let name: String
    let message: JSONValue

    /// The result of the form in memory. That of a screen is the message itself.
    var result: FormAnswer<DocumentAnswer>? { try? StoredJSON.value(FormAnswer<DocumentAnswer>.self, of: message) }
  }

  /// The maximum number of answers to one form.
  private static let limit = 8

  let answers: [Answer]
  /// Whether the value isn't among the values of a result.
  let isPrivate: Bool
  /// Whether they answer a screen.
  let isOfScreen: Bool

  init(_ form: AnyForm) {
    let fields = form.outline.fields
    isPrivate = fields.contains(where: \.isPrivate)
    isOfScreen = false
    let values = fields.map { Self.values(for: $0) }
    var plain = FormEntry()
    for (field, values) in zip(fields, values) { plain[field.name] = values.first?.answer }
    var entries = [("answered", plain)]
    for (field, values) in zip(fields, values) {
      for (number, value) in values.enumerated().dropFirst() {
        var entry = plain
        entry[field.name] = value.answer
        entries.append(("\(field.name)-\(value.name.isWord ? value.name : "\(number + 1)")", entry))
      }
      if !field.isRequired {
        var entry = plain
        entry[field.name] = nil
        entries.append(("without-\(field.name)", entry))
      }
    }
    answers = entries.prefix(Self.limit).compactMap { name, entry in
      (try? form.answer(entry)).map { Answer(name: name, message: $0) }
    }
  }

  init(_ screen: DocumentScreen) {
    (isPrivate, isOfScreen) = (false, true)
    var counts: [String: Int] = [:]
    answers = screen.results.prefix(Self.limit).map { result in
      var name = Self.name(of: result)
      counts[name, default: 0] += 1
      if let count = counts[name], count > 1 { name += "-\(count)" }
      return Answer(name: name, message: result)
    }
  }

  /// Returns the name of a screen's result: the item of a menu, or the action.
  private static func name(of result: JSONValue) -> String {
    if case .string(let item)? = result["item"], item.isWord { return item }
    guard case .string(let action)? = result["action"] else { return "done" }
    let word = String(action.split(separator: ":").last ?? "")
    return word.isWord ? word : "chosen"
  }

  /// Returns the value of the step after an answer.
  func value(of answer: Answer) -> JSONValue? { isOfScreen ? answer.message : answer.message["value"] }

  private static func values(for field: FormOutline.Field) -> [(name: String, answer: FormEntry.Answer?)] {
    switch field.kind {
    case .text: return [("text", .text(String("Ada".prefix(field.limit ?? 3))))]
    case .email: return [("email", "ada@example.org")]
    case .phone: return [("phone", "+44 20 7946 0958")]
    case .password: return [("password", .text(String("correct horse".prefix(field.limit ?? 13))))]
    case .number(_, let lower, let upper), .money(_, let lower, let upper):
      let least = lower ?? (upper == nil ? "1" : nil)
      return [least, upper].compactMap { $0 }.map { ($0, .text($0)) }
    case .date(let lower, let upper):
      return [lower ?? (upper == nil ? "2026-11-24" : nil), upper].compactMap { $0 }.map { ($0, .text($0)) }
    case .choice(let options): return options.map { ($0.value, .text($0.value)) }
    case .choices(let options, let lower, let upper):
      let values = options.map(\.value)
      return Set([max(lower, 1), upper ?? values.count]).sorted().map { count in
        ("\(count)", .texts(Array(values.prefix(count))))
      }
    case .toggle: return [("yes", "yes"), ("no", "no")]
    case .file(let types, let size):
      let type = types.first?.replacing("*", with: "png") ?? "text/plain"
      let file = FormFile(
        name: "file.png", mediaType: type, size: min(size, 1), digest: String(repeating: "0", count: 64))
      return [("file", .file(file))]
    }
  }
}

extension String {
  /// Whether a text can be a word of a schedule.
  fileprivate var isWord: Bool {
    !isEmpty && utf8.count <= 40
      && unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
  }
}
