import FlowJSON
import FlowState

/// A text for people, in one or several languages.
struct DocumentSpeech: Sendable {
  /// The text by the tags of languages, in the order of the document; one for no tag if it is the same in all.
  private let texts: [(tag: String, text: String)]

  private init(_ texts: [(tag: String, text: String)]) { self.texts = texts }

  init(_ text: String) { self.init([("", text)]) }

  /// Reads a text; nil if it is none.
  init?(_ value: JSONValue?) {
    switch value {
    case .string(let text)?: self.init(text)
    case .object(let members)?:
      let texts: [(String, String)] = members.compactMap { name, value in
        if case .string(let text) = value { (name, text) } else { nil }
      }
      if texts.isEmpty { return nil }
      self.init(texts)
    default: return nil
    }
  }

  /// Returns the text for a reader.
  func text(for reader: DocumentReaderLanguage) -> String {
    let place = reader.place(in: texts.map(\.tag)) ?? 0
    return texts[place].text
  }
}

/// The language of the person who reads a document's texts.
struct DocumentReaderLanguage: Sendable {
  /// The tag of the person's language, such as `de-AT`; nil for the document's first language.
  let wanted: String?
  /// The languages of the document; the first one is used for other people.
  let declared: [String]
  /// The name under which a run keeps its own language.
  var name = ""

  init(wanted: String?, declared: [String]) {
    (self.wanted, self.declared) = (wanted, declared)
  }

  init(wanted: String?, in content: DocumentContent) {
    self.init(wanted: wanted, declared: content.languages)
    name = content.languageName
  }

  /// Returns the language of a person who wants another one.
  func wanting(_ tag: String) -> DocumentReaderLanguage {
    var reader = DocumentReaderLanguage(wanted: tag, declared: declared)
    reader.name = name
    return reader
  }

  /// Returns the language of a run: its own one, or else this one.
  ///
  /// - Parameter assignments: The assignments with which the run was started.
  /// - Returns: The language.
  func of(_ assignments: [VariantAssignment]) -> DocumentReaderLanguage {
    assignments.last { $0.experiment == name }.map { wanting($0.variant) } ?? self
  }

  /// Returns the place of the language that fits best: the same one, one without its region, one of the same language, or the first one
  /// of the document.
  func place(in tags: [String]) -> Int? {
    let tags = tags.map { $0.lowercased() }
    func place(of tag: String) -> Int? {
      var tag = tag.lowercased()
      while !tag.isEmpty {
        if let place = tags.firstIndex(of: tag) { return place }
        tag = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? ""
      }
      return nil
    }
    if let wanted {
      if let place = place(of: wanted) { return place }
      let language = wanted.lowercased().prefix { $0 != "-" }
      if let place = tags.firstIndex(where: { $0.prefix { $0 != "-" } == language }) { return place }
    }
    return declared.first.flatMap { place(of: $0) }
  }
}
