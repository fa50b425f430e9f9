import FlowDurable
import FlowMarkup

/// A list of groups of runs, each with its reason and its actions.
struct GroupList: Sendable {
  let source: any RunSource
  let isReadOnly: Bool

  /// Returns the list; nil if there is no group.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - filter: The filter of the list.
  ///   - count: The total number of runs in the state.
  ///   - limit: The maximum number of groups to show.
  ///   - now: The time of the store.
  /// - Returns: The list.
  func markup(_ groups: RunGroups, _ filter: RunFilter, count: Int, limit: Int, now: StoreTime) -> Markup? {
    guard !groups.groups.isEmpty else { return nil }
    let isParked = groups.status == .kind(.parked)
    let title: Markup = isParked ? "Parked: they need someone" : "Failed, by reason"
    let all = filter.with(groups.status).path(source.path)
    let more: Markup? =
      groups.groups.count > limit
      ? "<li class=\"more\"><a href=\"\(all)\">All \(count.grouped) \(isParked ? "parked" : "failed") runs</a></li>"
      : nil
    let note: Markup? =
      groups.hasMore
      ? "<li class=\"more\"><small>The newest \(groups.count.grouped) of \(count.grouped) runs are grouped.</small></li>"
      : nil
    return """
      <h2 class="\(groups.status.name)">\(title)</h2>
      <ul class="groups \(groups.status.name)">\(groups.groups.prefix(limit).map { row($0, groups.status, filter, now) })\(note)\(more)</ul>
      """
  }

  private func row(_ group: RunGroups.Group, _ status: RunStatus, _ filter: RunFilter, _ now: StoreTime) -> Markup {
    let runs = group.runs
    let flows = Set(runs.map(\.flow)).sorted()
    let places = Set(runs.compactMap(\.position)).sorted()
    let names = runs.prefix(3).map { run -> Markup in
      " <a href=\"\(source.path)/\(run.number.rawValue)\">\(.said(run.name.shortened(to: 40)))</a>"
    }
    let rest: Markup? = runs.count > 3 ? " and \((runs.count - 3).grouped) more" : nil
    let at: Markup? =
      places.isEmpty ? nil : " at <b>\(.said(places.prefix(3).joined(separator: ", ").shortened(to: 80)))</b>"
    return """
      <li><div><p class="reason">\(.said(group.reason.shortened(to: 400)))</p>\
      <p class="what"><b>\(runs.count.words(for: "run"))</b> of \(.said(flows.prefix(3).joined(separator: ", ").shortened(to: 80)))\
      \(at):\(names)\(rest), \(runs[0].changed.ageElement(now: now))</p></div>\(actions(group, status, filter))</li>

      """
  }

  private func actions(_ group: RunGroups.Group, _ status: RunStatus, _ filter: RunFilter) -> Markup? {
    guard !isReadOnly, let first = group.runs.first else { return nil }
    let links = GroupPage.actions.filter { $0.isPossible(on: first.state) }.map { action -> Markup in
      let path = GroupPage.path(action, filter.with(status), group.name)
      return
        "<a class=\"button\(action == .cancel ? " danger" : "")\" href=\"\(path)\" aria-label=\"\(action.verb) \(group.runs.count.words(for: "run"))…\">\(action.verb)…</a>"
    }
    return links.isEmpty ? nil : "<p class=\"buttons\">\(links)</p>"
  }
}
