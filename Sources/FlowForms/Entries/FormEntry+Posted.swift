import FlowScreens

extension FormEntry {
  /// Creates an entry from the names and texts that a page has posted.
  ///
  /// Names that the form doesn't have are ignored. A page can ask for a date in three inputs, `NAME-year`, `NAME-month` and
  /// `NAME-day`, which become one text; see ``dateParts(_:)``. If a name comes twice, the first text counts, except for a field with
  /// several choices. Files aren't posted as texts; set them in the entry.
  ///
  /// ```swift
  /// let entry = FormEntry(posted: [("email", "ada@example.org"), ("born-year", "1815"), ("born-month", "12"), ("born-day", "10")],
  ///   for: form.outline)
  /// ```
  ///
  /// - Parameters:
  ///   - pairs: The names and texts, in the order of the page.
  ///   - outline: The form.
  public init(posted pairs: some Sequence<(String, String)>, for outline: FormOutline) {
    var fields: [String: (field: String, part: Int?, listed: Int?)] = [:]
    for field in outline.fields {
      var listed: Int?
      switch field.kind {
      case .file: continue
      // One empty text before the options, and one text too many, for which the form refuses the entry.
      case .choices(let options, _, _): listed = options.count + 2
      case .date:
        for (part, name) in Self.datePartNames(of: field.name).enumerated() { fields[name] = (field.name, part, nil) }
      default: break
      }
      fields[field.name] = (field.name, nil, listed)
    }
    self.init()
    var dates: [String: [String?]] = [:]
    for (name, value) in pairs {
      guard name.utf8.count <= Self.longestName, let (field, part, listed) = fields[name] else { continue }
      if let part {
        var parts = dates[field] ?? [nil, nil, nil]
        parts[part] = parts[part] ?? value
        dates[field] = parts
      } else if let listed {
        // Collected in place, because a page can post many.
        if case .texts(var texts)? = answers.removeValue(forKey: field) {
          if texts.count < listed { texts.append(value) }
          answers[field] = .texts(texts)
        } else {
          answers[field] = .texts([value])
        }
      } else if answers[field] == nil {
        answers[field] = .text(value)
      }
    }
    for (field, parts) in dates where answers[field] == nil {
      let parts = parts.map { ($0 ?? "").trimmedSpaces }
      answers[field] = .text(parts.allSatisfy(\.isEmpty) ? "" : parts.joined(separator: "-"))
    }
  }

  /// Returns the text of a date in three parts, as a page with three inputs shows it.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The year, the month, and the day as typed. A text without hyphens is all in the year.
  public func dateParts(_ name: String) -> (year: String, month: String, day: String) {
    let parts = text(name).split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : "", parts.count > 2 ? parts[2] : "")
  }

  /// The names of the three inputs of a date.
  static func datePartNames(of name: String) -> [String] { ["year", "month", "day"].map { "\(name)-\($0)" } }
}
