import FlowJSON

/// Compares the languages of texts with those that a document declares.
struct SpeechCheck {
  let declared: [String]
  let problems: ProblemList

  /// Reads the declared languages, and reports those that are there twice.
  init(_ document: JSONElement, _ problems: ProblemList) {
    self.problems = problems
    var declared: [String] = []
    // More of them are a problem, and each text is compared with all.
    for element in ((try? document["languages"].array()) ?? []).prefix(DocumentLimits.languages) {
      guard let tag = try? element.string(), DocumentText.isLanguage(tag) else { continue }
      if declared.contains(where: { $0.lowercased() == tag.lowercased() }) {
        problems.add(
          at: element.location, expected: "each language once", found: "the string \(DocumentText.quoted(tag)) again")
      } else {
        declared.append(tag)
      }
    }
    self.declared = declared
  }

  /// Returns a text, and reports the languages that it lacks or has in excess. A plain text is one in every language.
  func read(_ element: JSONElement) -> DocumentSpeech? {
    if case .object(let members)? = element.value, !declared.isEmpty {
      let own = Set(members.names.map { $0.lowercased() })
      let missing = declared.filter { !own.contains($0.lowercased()) }
      if !missing.isEmpty {
        problems.add(
          at: element.location, expected: "a text in each language of the document",
          found: "none for \(DocumentText.list(missing, "and"))")
      }
      let known = Set(declared.map { $0.lowercased() })
      for name in members.names where !known.contains(name.lowercased()) {
        problems.add(
          at: element.location.key(name), expected: "a language of the document: \(DocumentText.list(declared))",
          found: DocumentText.quoted(name))
      }
    }
    return DocumentSpeech(element.value)
  }
}
