public import FlowState

/// The languages of runs.
///
/// A run keeps its language as an assignment, from its start to its end, also in another process.
extension FlowDocument {
  /// Returns the assignment with which a run starts that is in a language.
  ///
  /// ```swift
  /// let run = try await worker.start(flow, assignments: [document.reading(in: "de")])
  /// ```
  ///
  /// - Parameter language: The tag of the language, such as `de-AT`. A text that isn't there in it is shown in the same language of
  ///   another region, or else in the document's first language, or in its own first one.
  /// - Returns: The assignment.
  public func reading(in language: String) -> VariantAssignment {
    VariantAssignment(experiment: content.languageName, variant: language, reason: .overridden)
  }

  /// Returns the tag of the language of a run; nil for that of its flow.
  ///
  /// - Parameter assignments: The assignments with which the run was started.
  /// - Returns: The tag.
  public func language(of assignments: [VariantAssignment]) -> String? {
    DocumentReaderLanguage(wanted: nil, in: content).of(assignments).wanted
  }

  /// Returns the language that fits best for a browser.
  ///
  /// ```swift
  /// let language = document.language(accepting: "fr;q=0.5, de-AT, en;q=0.9")
  /// ```
  ///
  /// - Parameter header: The value of the header `Accept-Language`.
  /// - Returns: One of ``languages``; nil if the browser asks for none of them. A document that doesn't declare its languages gets the
  ///   first one for which the browser asks.
  public func language(accepting header: String) -> String? {
    let wanted = AcceptedLanguages(header).tags
    guard !languages.isEmpty else { return wanted.first }
    let reader = DocumentReaderLanguage(wanted: nil, declared: [])
    return wanted.lazy.compactMap { reader.wanting($0).place(in: languages) }.first.map { languages[$0] }
  }
}

/// The languages for which a browser asks; see RFC 9110, section 12.5.4.
struct AcceptedLanguages {
  /// The number of bytes and of languages that are read.
  private static let (bytes, count) = (1_024, 32)

  /// The tags, the best one first.
  let tags: [String]

  /// Reads a header. What can't be read is left out.
  init(_ header: String) {
    var found: [(tag: String, quality: Double)] = []
    for part in String(decoding: header.utf8.prefix(Self.bytes), as: UTF8.self).split(separator: ",").prefix(Self.count)
    {
      let words = part.split(separator: ";").map { word in String(word.filter { $0 != " " && $0 != "\t" }) }
      guard let tag = words.first, DocumentText.isLanguage(tag) else { continue }
      let quality =
        words.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if quality > 0, quality <= 1 { found.append((tag, quality)) }
    }
    // The order counts among equals.
    tags = found.enumerated().sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
      .map(\.element.tag)
  }
}

extension DocumentContent {
  /// The name under which a run keeps its language. No flow and no experiment of the document has it.
  var languageName: String { flow + " language" }
}
