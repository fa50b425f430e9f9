import FlowForms
import FlowJSON

/// Compares a document with the vocabulary: members, types and limits. It visits each value once.
struct StructureCheck {
  let problems: ProblemList

  func check(_ document: JSONValue) { check(JSONElement(document), .object(Vocabulary.document)) }

  private func check(_ element: JSONElement, _ value: Vocabulary.Value) {
    do throws(JSONTypeError) {
      switch value {
      case .text(let limit):
        let text = try element.string()
        guard text.utf8.count <= limit else {
          throw JSONTypeError(
            at: element.location, expected: "a string of at most \(limit) bytes", found: "\(text.utf8.count) bytes")
        }
      case .speech(let limit):
        if case .object(let members)? = element.value {
          try self.limit(members.count, 1, DocumentLimits.languages, "languages", element)
          for (name, member) in try element.members() {
            check(JSONElement(.string(name), at: member.location), .language)
            check(member, .text(upTo: limit))
          }
        } else if case .string? = element.value {
          check(element, .text(upTo: limit))
        } else {
          throw element.mismatch("a string, or an object with texts by language")
        }
      case .language:
        try require(element, "the tag of a language, such as \"en\" or \"de-AT\"", DocumentText.isLanguage)
      case .name:
        try require(element, "a name of letters, digits and \"_\" that begins with a letter", DocumentText.isName)
      case .title:
        try require(
          element, "a name of letters, digits, \"_\", \"-\", \".\" and spaces that begins with a letter",
          DocumentText.isTitle)
      case .bool: _ = try element.bool()
      case .integer(let range): _ = try element.integer(in: range)
      case .number: _ = try element.double()
      case .duration:
        try require(element, "a duration above zero, such as \"10s\"") { DocumentText.duration($0) != nil }
      case .date: try require(element, "a date, such as \"2026-11-24\"") { FormDate($0) != nil }
      case .word(let words): try require(element, DocumentText.list(words)) { words.contains($0) }
      case .condition: try require(element, DocumentText.condition, DocumentText.isCondition)
      case .template: break
      case .states:
        for (name, member) in try element.members() { check(JSONElement(.string(name), at: member.location), .name) }
      case .list(let part, let lower, let upper, let name):
        let elements = try element.array()
        try limit(elements.count, lower, upper, name, element)
        for element in elements { check(element, part) }
      case .map(let part, let lower, let upper, let name):
        let members = try element.members()
        try limit(members.count, lower, upper, name, element)
        for (name, member) in members {
          check(JSONElement(.string(name), at: member.location), .title)
          check(member, part)
        }
      case .object(let object): try check(element, object)
      case .anyStep: try check(element, Self.step(element))
      case .anyField: try check(element, Self.field(element))
      case .screen(let system):
        if system.isDocument(element.value) {
        } else if case .object(let members)? = element.value, members["url"] != nil {
          try check(element, Vocabulary.address)
        } else {
          throw element.mismatch(system.expected)
        }
      case .option(let object):
        if case .string = element.value {
          check(element, .text(upTo: 200))
        } else if case .object = element.value {
          try check(element, object)
        } else {
          throw element.mismatch("a string or an object")
        }
      }
    } catch {
      problems.add(error)
    }
  }

  private func require(
    _ element: JSONElement, _ expected: String, _ isRight: (String) -> Bool
  ) throws(JSONTypeError) {
    guard case .string(let text) = element.value, isRight(text) else { throw element.mismatch(expected) }
  }

  private func limit(
    _ count: Int, _ lower: Int, _ upper: Int, _ name: String, _ element: JSONElement
  ) throws(JSONTypeError) {
    if count < lower {
      let isArray = if case .array? = element.value { true } else { false }
      throw element.mismatch(isArray ? "an array that isn't empty" : "an object that isn't empty")
    }
    // The rest is checked all the same: its problems are reported at once, and the size of the document limits the work.
    if count > upper {
      problems.add(at: element.location, expected: "at most \(upper) \(name)", found: "\(count)")
    }
  }

  private func check(_ element: JSONElement, _ object: Vocabulary.Object) throws(JSONTypeError) {
    let members = try element.object()
    for member in object.members where member.isRequired && members[member.name] == nil {
      problems.add(element[member.name].mismatch("the member \"\(member.name)\""))
    }
    for (name, value) in members {
      let part = JSONElement(value, at: element.location.key(name))
      if let member = object.member(name) {
        check(part, member.value)
      } else {
        problems.add(
          at: part.location, expected: "a member of the \(object.name): \(DocumentText.list(object.names))",
          found: DocumentText.quoted(name))
      }
    }
  }

  // MARK: Kinds

  /// Returns the kind of a step.
  static func step(_ element: JSONElement) throws(JSONTypeError) -> Vocabulary.Object {
    let members = try element.object()
    let words = Vocabulary.stepWords.filter { members[$0] != nil }
    guard words.count == 1, let place = Vocabulary.stepWords.firstIndex(of: words[0]) else {
      throw JSONTypeError(
        at: element.location, expected: "one of the members \(DocumentText.list(Vocabulary.stepWords))",
        found: words.isEmpty ? "none of them" : DocumentText.list(words, "and"))
    }
    return Vocabulary.steps[place]
  }

  /// Returns the kind of a field.
  static func field(_ element: JSONElement) throws(JSONTypeError) -> Vocabulary.Object {
    _ = try element.object()
    let type = element["type"]
    if type.value == nil { return Vocabulary.fields[0].object }
    guard let field = Vocabulary.fields.first(where: { .string($0.type) == type.value }) else {
      throw type.mismatch(Self.fieldTypes)
    }
    return field.object
  }

  private static let fieldTypes =
    Vocabulary.fields.dropLast().map { "\"\($0.type)\"" }.joined(separator: ", ") + " or \"file\""
}
