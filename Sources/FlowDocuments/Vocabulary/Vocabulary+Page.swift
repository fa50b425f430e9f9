extension Vocabulary {
  /// The page of vocabulary of the documentation. A test compares it with the article.
  static var article: String {
    var lines = [
      "# The vocabulary of flow documents", "",
      "Every object of a document, with its members. This page is made from the table that reads documents.", "",
      "## Overview", "",
      "A member that isn't listed, or that an object has twice, is a problem. Members in bold are required. The file",
      "`flow-document.schema.json` beside this page has the same as a JSON Schema, for editors.", "",
      "Names have letters, digits and `_`, and begin with a letter. A duration is a whole number with a unit, as in `500ms`, `10s`, `5m`, `2h`",
      "or `14d`. An expression is one of Nimbus between `@{` and `}`: an operation with its arguments, a literal, or a path to a value, such",
      "as `name.first`, which is the field `first` of the step `name`. The titles, labels and other texts of forms and pages have no",
      "expressions: people see them as they stand.",
    ]
    for object in all {
      lines += ["", "### \(object.name.prefix(1).uppercased() + object.name.dropFirst())", "", object.meaning, ""]
      lines += ["| Member | Value | Meaning |", "| --- | --- | --- |"]
      for member in object.members {
        let name = member.isRequired ? "**\(member.name)**" : member.name
        lines.append("| \(name) | \(words(member.value)) | \(member.meaning) |")
      }
    }
    lines += ["", "### Limits", "", "| What | At most |", "| --- | --- |"]
    for (name, limit) in [
      ("Bytes of a document", DocumentLimits.bytes), ("Levels of arrays and objects", DocumentLimits.depth),
      ("Steps", DocumentLimits.steps), ("Routes of a step", DocumentLimits.routes),
      ("Fields of a form", DocumentLimits.fields), ("Options of a field", DocumentLimits.options),
      ("Languages", DocumentLimits.languages), ("Upgrades, and former names of a step", DocumentLimits.upgrades),
      ("Variants", DocumentLimits.variants), ("Bytes of a name", DocumentLimits.name),
    ] { lines.append("| \(name) | \(limit) |") }
    lines += ["", "### Operations", "", "| Operation | Arguments |", "| --- | --- |"]
    for (name, type) in OperationType.all.sorted(by: { $0.key < $1.key }) {
      var arguments = type.parameters.enumerated().map { index, parameter in
        parameter.words + (index >= type.parameters.count - type.optional ? ", or nothing" : "")
      }
      if let rest = type.rest { arguments.append("any number more: \(rest.words)") }
      lines.append("| \(name) | \(arguments.joined(separator: "; ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ value: Value) -> String {
    switch value {
    case .text(let limit): "a string of at most \(limit) bytes"
    case .speech(let limit): "a string of at most \(limit) bytes, or an object with one for each language"
    case .language: "the tag of a language, such as `en` or `de-AT`"
    case .name: "a name"
    case .title: "a name, also with `-`, `.` and spaces"
    case .bool: "`true` or `false`"
    case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number"
    case .duration: "a duration"
    case .date: "a date, as in `2026-11-24`"
    case .word(let words): words.map { "`\"\($0)\"`" }.joined(separator: " or ")
    case .condition: "a word or an expression"
    case .template: "any value"
    case .states: "an object with any values, by name"
    case .list(let element, _, _, _): "an array of: \(words(element))"
    case .map(let member, _, _, _): "an object with, by name: \(words(member))"
    case .object(let object): "an object: \(object.name)"
    case .anyStep: "an object: a step of one of the kinds"
    case .anyField: "an object: a field of one of the kinds"
    case .screen(let system): "a document of \(system.title), or an object: address"
    case .option: "a string, or an object: option"
    }
  }
}
