import FlowScreens

/// Texts of an entry, checked before anything expensive is done with them.
enum EnteredText {
  /// Returns the text of one line without white space around it; nil if nothing else is there.
  static func line(
    _ answer: FormEntry.Answer?, _ field: FormOutline.Field
  ) throws(FormProblem.Reason) -> String? {
    let text = try limited(bounded(answer, field).trimmedSpaces, field)
    if let scalar = text.firstMisleading { throw .forbidden(scalar.name) }
    return text.hasVisibleScalar ? text : nil
  }

  /// Returns the text of several lines; nil if there are only white space and line breaks.
  static func lines(
    _ answer: FormEntry.Answer?, _ field: FormOutline.Field
  ) throws(FormProblem.Reason) -> String? {
    // Browsers send CR LF. Characters are compared because Swift joins the two.
    let typed = try limited(bounded(answer, field).trimmedSpaces, field)
    let text = String(typed.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }) {
      if let scalar = String(Substring(line)).firstMisleading { throw .forbidden(scalar.name) }
    }
    return text.hasVisibleScalar ? text : nil
  }

  /// Returns a text if it has no more characters than the field allows.
  static func limited(_ text: String, _ field: FormOutline.Field) throws(FormProblem.Reason) -> String {
    guard text.count <= limit(of: field) else { throw .tooLong }
    return text
  }

  private static func limit(of field: FormOutline.Field) -> Int { field.limit ?? 1_000 }

  /// Returns the text as typed, if it isn't so long that its characters would take long to count.
  static func bounded(
    _ answer: FormEntry.Answer?, _ field: FormOutline.Field
  ) throws(FormProblem.Reason) -> String {
    switch answer {
    case nil: return ""
    case .texts(let texts)? where texts.count > 1: throw .malformed
    case .file?: throw .malformed
    case .text?, .texts?: break
    }
    let text = answer?.text ?? ""
    // A character can have any number of marks, which take long to compare.
    let limit = limit(of: field)
    guard text.utf8.count <= limit.multiplied(by: 40), text.unicodeScalars.count <= limit.multiplied(by: 10) else {
      throw .tooLong
    }
    return text
  }

  /// Returns the values of options, without empty ones, of which an entry can't have any number either.
  static func options(_ answer: FormEntry.Answer?, atMost count: Int) throws(FormProblem.Reason) -> [String] {
    switch answer {
    case .texts(let texts)? where texts.count > count: throw .notAnOption
    case nil: return []
    case .text(let text)?: return text.isEmpty ? [] : [text]
    case .texts(let texts)?: return texts.filter { !$0.isEmpty }
    case .file?: throw .malformed
    }
  }
}

extension FormEntry.Answer {
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .texts(let texts): texts.first
    case .file: nil
    }
  }
}

extension Int {
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? .max : product
  }
}

extension String {
  /// The first scalar that controls its surroundings or can't be seen, such as a control character, a line break, or a change of
  /// the writing direction. A joiner between letters or emoji isn't misleading, nor are the tags of a flag.
  fileprivate var firstMisleading: Unicode.Scalar? {
    if isPrintable, !unicodeScalars.contains(where: \.isFiller) { return nil }
    var previous: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let joins = scalar.isJoiner && previous?.canBeJoined == true && rest.first?.canBeJoined == true
      if !joins, scalar.isFiller || !String(scalar).isPrintable { return scalar }
      if scalar.value == 0x1F3F4 { rest.dropTags() }
      previous = scalar
    }
    return nil
  }

  fileprivate var hasVisibleScalar: Bool {
    unicodeScalars.contains { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace }
  }
}

extension Substring.UnicodeScalarView {
  /// Drops the tags of a flag, such as that of Scotland: up to six, and the last tag.
  fileprivate mutating func dropTags() {
    let tags = prefix(7).prefix { 0xE0020...0xE007F ~= $0.value }
    if tags.count > 1, let end = tags.firstIndex(where: { $0.value == 0xE007F }) { self = self[index(after: end)...] }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar counts as a letter and can't be seen, such as the filler of Hangul.
  fileprivate var isFiller: Bool {
    !isASCII && properties.isDefaultIgnorableCodePoint && properties.isAlphabetic
  }

  /// The code of the scalar, as in `U+202E`.
  fileprivate var name: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
