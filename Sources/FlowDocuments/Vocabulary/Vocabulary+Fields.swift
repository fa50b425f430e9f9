/// The kinds of fields.
extension Vocabulary {
  /// The kinds of fields, by the word for `type`.
  static let fields: [(type: String, object: Object)] = kinds.map { kind in
    (kind.type, field(kind.type, kind.meaning, kind.own, isText: kind.isText))
  }

  private typealias Kind = (type: String, meaning: String, own: [Member], isText: Bool)

  private static let kinds: [Kind] = [
    ("text", "A text.", [Member("lines", .integer(1...100), "The number of lines; 1 by default.")], true),
    ("email", "An email address.", [], true), ("phone", "A telephone number.", [], true),
    ("password", "A password. It is never shown again.", [], true),
    (
      "integer", "A whole number.",
      [Member("from", .number, "The least number."), Member("to", .number, "The greatest number.")], false
    ),
    (
      "number", "A number.",
      [Member("from", .number, "The least number."), Member("to", .number, "The greatest number.")], false
    ),
    (
      "money", "An amount of money.",
      [
        Member("currency", .text(upTo: 3), required: true, "The code of the currency, such as `GBP`."),
        Member("from", .number, "The least amount; 0 by default."), Member("to", .number, "The greatest amount."),
      ], false
    ),
    ("date", "A date.", [Member("from", .date, "The earliest date."), Member("to", .date, "The latest date.")], false),
    ("choice", "One of several answers.", [options], false),
    (
      "choices", "Any number of answers.",
      [
        options, Member("from", .integer(0...1_000), "The least number of answers; 0 by default."),
        Member("to", .integer(1...1_000), "The greatest number of answers."),
      ], false
    ), ("toggle", "Yes or no.", [], false),
    (
      "file", "A file.",
      [
        Member(
          "types", .list(.text(upTo: 100), atLeast: 0, upTo: 50, of: "types"),
          "The media types that are allowed, such as `image/*`; all by default."),
        Member("maximumSize", .integer(1...1_000_000_000), "The maximum number of bytes; 5,000,000 by default."),
      ], false
    ),
  ]

  private static let options = Member(
    "options", .list(.option(option), atLeast: 1, upTo: DocumentLimits.options, of: "options"), required: true,
    "The answers: texts, or objects with a value and a label.")

  private static func field(_ type: String, _ meaning: String, _ own: [Member], isText: Bool) -> Object {
    var members = [
      Member("name", .name, required: true, "The name of the answer in expressions."),
      Member("type", .word([type]), required: type != "text", type == "text" ? "`text`, the default." : "`\(type)`."),
      Member("label", .speech(upTo: 500), "The name that a person sees; the name of the field by default."),
      Member("hint", .speech(upTo: 2_000), "A sentence that helps a person to answer."),
      Member("missing", .speech(upTo: 500), "The sentence for a person who gives no answer; a usual one by default."),
      Member("autocomplete", .text(upTo: 100), "What browsers may fill in, such as `email`."),
    ]
    if type != "toggle", type != "choices" {
      members.append(Member("optional", .bool, "Whether the field can stay empty. Then its value can be missing."))
    }
    if isText { members.append(Member("limit", .integer(1...100_000), "The maximum number of characters.")) }
    return Object(name: "\(type) field", meaning: meaning, members: members + own)
  }
}
