import FlowDurable

/// A list of parked runs, each with its reason.
struct ParkedList: Sendable {
  let source: any RunSource
  let isReadOnly: Bool

  /// Returns the list; nil if no run is parked.
  ///
  /// - Parameters:
  ///   - query: The conditions for the runs.
  ///   - filter: The filter of the complete list.
  ///   - count: The total number of these runs.
  ///   - limit: The maximum number of runs to show.
  ///   - now: The time of the store.
  /// - Returns: The list.
  /// - Throws: An error of the store.
  func markup(_ query: RunQuery, _ filter: RunFilter, count: Int, limit: Int, now: StoreTime) async throws -> Markup? {
    guard count > 0 else { return nil }
    var query = query
    query.states = [.parked]
    query.newestFirst = true
    let runs = try await source.runs(query, after: nil, limit: limit)
    let more: Markup? =
      count > runs.count
      ? """
      <li class="more"><a href="\(filter.with(.parked).path(source.path))">All \(count.grouped) parked runs</a></li>
      """ : nil
    return """
      <h2 class="parked">Parked: they need someone</h2>
      <ul class="parked">\(runs.map { row($0, now) })\(more)</ul>
      """
  }

  private func row(_ run: RunSummary, _ now: StoreTime) -> Markup {
    var reason = ""
    if case .parked(let sentence) = run.state { reason = sentence }
    let path = "\(source.path)/\(run.number.rawValue)"
    let retry: Markup? =
      isReadOnly ? nil : "<a class=\"button\" href=\"\(path)/retry\" aria-label=\"Retry \(run.name)…\">Retry…</a>"
    return """
      <li><div><p class="what"><a href="\(path)">\(.said(run.name.shortened(to: 80)))</a> \
      <span>\(.said(run.flow))\(run.position.map { " at <b>\(.said($0))</b>" as Markup })</span> \
      \(run.changed.ageElement(now: now))</p><p class="reason">\(.said(reason.shortened(to: 400)))</p></div>\(retry)</li>

      """
  }
}
