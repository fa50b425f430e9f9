import FlowDurable
import FlowJSON
import FlowMarkup

/// The values of a record or the body of a message, which a click on the page of a run shows.
struct ValuesPage: Sendable {
  /// The maximum number of characters that are shown of a value.
  static let limit = 20_000

  let source: StoredRuns
  let run: RunNumber

  private var path: String { "\(source.path)/\(run.rawValue)" }

  func record(_ number: Int) async throws -> Page {
    let summary = try await summary()
    guard number > 0,
      let record = try await source.store.records(of: run, after: number - 1, limit: 1).first, record.number == number
    else { throw PageError.gone("Record \(number) of run \(run) isn't there. A snapshot may have replaced it.") }
    return page(summary, "Record \(number)", record.line.sentence, record.values)
  }

  func message(_ number: Int) async throws -> Page {
    let summary = try await summary()
    guard number > 0,
      let message = try await source.store.messages(of: run, after: number - 1, limit: 1).first,
      message.number == number
    else { throw PageError.gone("Message \(number) doesn't wait in run \(run). The run has taken it.") }
    var values: [(name: String, value: JSONValue)] = []
    if case .message(let name, let body) = message.message.content { values = [(name, body)] }
    return page(summary, "Message \(number)", "Waits: \(message.message.words).", values)
  }

  private func summary() async throws -> RunSummary {
    guard let summary = try await source.summary(of: run) else { throw StoreError.unknownRun(run) }
    return summary
  }

  private func page(
    _ summary: RunSummary, _ title: String, _ sentence: String, _ values: [(name: String, value: JSONValue)]
  ) -> Page {
    let redaction = Redaction(privateKeys: source.flows[summary.flow]?.privateKeys ?? [])
    var page = Page("\(title) of \(summary.name.shortened(to: 60))", .runs)
    page.add(
      "head", isLive: false,
      """
      <p class="crumbs"><a href="/runs">Runs</a> / <a href="\(path)">\(.said(summary.name.shortened(to: 80)))</a></p>
      <div class="title"><h1>\(title)</h1></div><p>\(.said(sentence.shortened(to: 1_000)))</p>
      """)
    let list = values.map { name, value -> Markup in
      let text = redaction.shown(value, named: name).text(.pretty)
      let bytes = text.utf8.count
      let shown = text.shortened(to: Self.limit)
      let cut: Markup? =
        shown.utf8.count < bytes ? "<p class=\"note\">The first \(Self.limit.grouped) characters.</p>" : nil
      return """
        <h2>\(.said(name.shortened(to: 200))) <small>\(bytes.grouped) bytes</small></h2>\
        <pre class="value" dir="auto" tabindex="0"><code>\(shown)</code></pre>\(cut)

        """
    }
    page.add("values", isLive: false, list.isEmpty ? "<p class=\"empty\">There are no values.</p>" : "\(list)")
    return page
  }
}

extension PageError {
  /// Returns the error for a part of a run that no longer exists.
  static func gone(_ sentence: String) -> PageError {
    PageError(status: 404, title: "That isn't there any more", description: sentence)
  }
}
