import FlowState

/// The entries of the user, which come back with their pages.
extension FlowPages {
  /// Returns what the user has entered on a page and not submitted, in the current run.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - type: The type with which ``setDraft(_:of:)`` was called.
  /// - Returns: The draft; nil if none was set.
  public func draft<Draft>(of page: Page, as type: Draft.Type = Draft.self) -> Draft? {
    Self.cast(drafts[page], to: type, "draft", of: page)
  }

  /// Keeps what the user has entered on a page and not submitted. It comes back with the page when the user leaves the page and the
  /// run visits it again. The run's end forgets it.
  ///
  /// ```swift
  /// @MainActor func edit(_ pages: FlowPages<Page>) {
  ///   let text = pages.draft(of: .email) ?? pages.earlierResult(of: .email) ?? ""
  ///   pages.setDraft(text + "!", of: .email)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - draft: The draft, of any type; nil to forget it.
  ///   - page: The page.
  public func setDraft<Draft: Sendable>(_ draft: Draft?, of page: Page) { keep(draft, of: page) }

  /// Returns the result with which the user had completed a page before the run went back; see `earlierResult` of `FlowStep`.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - type: The type of the result of the page's step.
  /// - Returns: The result; nil if the run hasn't taken back a result of the page.
  public func earlierResult<Result>(of page: Page, as type: Result.Type = Result.self) -> Result? {
    Self.cast(latestVisit(of: page)?.earlierResult, to: type, "earlier result", of: page)
  }

  /// Returns a value with the type that a view expects. Traps if it has another one.
  static func cast<Value>(_ value: (any Sendable)?, to type: Value.Type, _ role: String, of page: Page) -> Value? {
    guard let value else { return nil }
    guard let typed = value as? Value else {
      fatalError("The \(role) of page '\(page)' was read as \(type), and is of type \(Swift.type(of: value)).")
    }
    return typed
  }
}
