import FlowDurable
import FlowMarkup

/// The list of runs.
struct RunsPage: Sendable {
  /// The number of runs on a page.
  static let size = 50
  /// The number of groups of parked runs above the list.
  static let groupsShown = 3

  let source: any RunSource
  let filter: RunFilter
  let title: String
  let place: Page.Place
  let isReadOnly: Bool

  private var isStored: Bool { source.path == "/runs" }
  private var statuses: [RunStatus] { isStored ? RunStatus.all : RunStatus.ofProcess }

  func make() async throws -> Page {
    let now = try await source.now()
    let query = filter.query(now: now)
    let counts = try await source.counts(query)
    var page = Page(title, place)
    page.add("title", "<div class=\"title\"><h1>\(title)</h1></div>\(chips(counts))")
    page.add("filter", isLive: false, form(try await source.flowNames().union((counts ?? []).map(\.flow)).sorted()))
    if let status = grouped {
      // Keep an empty part, so that parked runs can appear in it later.
      var list: Markup?
      if let count = counts?.runs(status), count > 0 {
        list = GroupList(source: source, isReadOnly: isReadOnly).markup(
          try await RunGroups(source, query, status), filter, count: count,
          limit: filter.state == nil ? Self.groupsShown : 50, now: now)
      }
      page.add("parked", "\(list)")
    }
    page.add("runs", try await list(query, now))
    page.news = counts.map { "\($0.runs(nil).words(for: "run")), \($0.runs(.kind(.parked)).grouped) parked" }
    return page
  }

  /// The state whose runs are grouped above the list.
  private var grouped: RunStatus? {
    guard isStored, filter.after == nil else { return nil }
    switch filter.state {
    case nil: return .kind(.parked)
    case .kind(.parked), .ending(.failed): return filter.state
    default: return nil
    }
  }

  /// Returns the numbers of runs by state, as links.
  private func chips(_ counts: [RunCount]?) -> Markup {
    func chip(_ status: RunStatus?) -> Markup {
      let current: Markup? = filter.state == status ? " aria-current=\"true\"" : nil
      return """
        <li><a class="chip \(status?.name ?? "all")" href="\(filter.with(status).path(source.path))"\(current)>\
        <span>\(status?.title(isStored: isStored) ?? "All")</span><b>\(counts.text(status))</b></a></li>
        """
    }
    return "<ul class=\"chips\" aria-label=\"Runs by state\">\(chip(nil))\(statuses.map { chip($0) })</ul>"
  }

  private func form(_ flows: [String]) -> Markup {
    func option(_ value: String, _ title: String, _ chosen: String?) -> Markup {
      let selected: Markup? = (chosen ?? "") == value ? " selected" : nil
      return "<option value=\"\(value)\"\(selected)>\(title)</option>"
    }
    func ages(_ title: Markup, _ name: String, _ chosen: String?) -> Markup {
      """
      <label>\(title)<select name="\(name)">\(option("", "Any time", chosen))\
      \(RunFilter.ages.map { option($0.name, $0.title, chosen) })</select></label>
      """
    }
    func text(_ title: Markup, _ name: String, _ value: String?) -> Markup {
      """
      <label>\(title)<input name="\(name)" value="\(value ?? "")" placeholder="Any" autocomplete="off" spellcheck="false">\
      </label>
      """
    }
    let state: Markup? = filter.state.map { "<input type=\"hidden\" name=\"state\" value=\"\($0.name)\">" }
    let clear: Markup? =
      filter.isEmpty ? nil : "<a class=\"quiet\" href=\"\(source.path)\">Clear</a>"
    let open: Markup? = filter.hasMore || filter.order != .number || filter.isAscending ? " open" : nil
    let ofStore: Markup? =
      isStored ? text("Tenant", "tenant", filter.tenant) + text("Queue", "queue", filter.queue) : nil
    let order = RunFilter.orders.first { $0.order == filter.order }?.name
    return """
      <form class="filter" action="\(source.path)" method="get" role="search" aria-label="Filter">\(state)
      <div class="search"><label>Key begins with<input name="key" type="search" value="\(filter.key ?? "")" autocomplete="off" \
      spellcheck="false"></label><button type="submit">Search</button>\(clear)</div>
      <details\(open)><summary>More filters, order</summary><div>
      <label>Flow<select name="flow">\(option("", "All flows", filter.flow))\(flows.map { option($0, $0, filter.flow) })\
      </select></label>
      \(text("At step", "step", filter.step))\(ofStore)
      \(ages("Began within", "since", filter.since))\(ages("Unchanged for", "age", filter.age))
      <label>Sort by<select name="sort">\(RunFilter.orders.map { option($0.name, $0.title, order) })</select></label>
      <label>Order<select name="up">\(option("", "Latest, longest first", filter.isAscending ? "1" : ""))\
      \(option("1", "Earliest, shortest first", filter.isAscending ? "1" : ""))</select></label>
      <button type="submit">Filter</button></div></details>
      </form>
      """
  }

  private func list(_ query: RunQuery, _ now: StoreTime) async throws -> Markup {
    var query = query
    if let state = filter.state {
      query.select(state)
    } else if isStored {
      query.states = Set(RunState.Kind.allCases).subtracting([.parked])
    }
    // Request one more run, to find out whether there are more.
    let found = try await source.runs(query, after: filter.after, limit: Self.size + 1)
    let runs = found.prefix(Self.size)
    guard !runs.isEmpty else {
      let sentence: Markup =
        filter.after != nil
        ? "No more runs." : filter.isEmpty ? "No runs yet. They appear here as soon as one starts." : "No runs match."
      return "<p class=\"empty\">\(sentence)</p>\(pager(nil))"
    }
    let ofStore: Markup? = isStored ? column("Worker", .worker) + column("Attempt", .attempts) : nil
    return """
      <table class="runs">
      <thead><tr><th scope="col">Run</th><th scope="col">Flow</th><th scope="col">At step</th><th scope="col">State</th>\
      \(ofStore)\(column("Started", .number))\(column("Duration", .duration))\(column("Changed", .changed))</tr></thead>
      <tbody>
      \(runs.map { row($0, now) })</tbody></table>\(pager(found.count > Self.size ? runs.last?.number : nil))
      """
  }

  /// Returns the title of a column, which sorts the list.
  private func column(_ title: Markup, _ order: RunOrder) -> Markup {
    let style: Markup? = order == .worker ? nil : " class=\"end\""
    let path = filter.sorted(by: order).path(source.path)
    guard order == filter.order else { return "<th scope=\"col\"\(style)><a href=\"\(path)\">\(title)</a></th>" }
    let (word, mark): (Markup, Markup) = filter.isAscending ? ("ascending", "↑") : ("descending", "↓")
    return """
      <th scope="col"\(style) aria-sort="\(word)"><a href="\(path)">\(title) <span aria-hidden="true">\(mark)</span></a></th>
      """
  }

  private func row(_ run: RunSummary, _ now: StoreTime) -> Markup {
    let number: Markup? = run.key == nil ? nil : " <small>\(run.number.rawValue)</small>"
    let messages: Markup? =
      run.waitingMessages == 0
      ? nil
      : " <span class=\"messages\">\(run.waitingMessages == 1 ? "1 message" : "\(run.waitingMessages) messages")</span>"
    let ofStore: Markup? =
      isStored
      ? """
      <td class="worker">\(run.worker.map { .said($0.shortened(to: 40)) })</td>\
      <td class="end attempt">\(run.attempts > 0 ? "\(run.attempts)" : nil)</td>
      """ : nil
    return """
      <tr><th scope="row"><a href="\(source.path)/\(run.number.rawValue)">\(.said(run.name.shortened(to: 80)))</a>\(number)</th>\
      <td class="flow">\(.said(run.flow.shortened(to: 200)))</td><td class="step">\(run.position.map { .said($0.shortened(to: 200)) })</td>\
      <td class="how">\(run.state.withoutWorker.element(now: now, isStored: isStored))\(messages)</td>\(ofStore)\
      <td class="end started">\(run.began.dateElement)</td>\
      <td class="end duration">\(run.duration(now: now))</td>\
      <td class="end changed">\(run.changed.ageElement(now: now))</td></tr>

      """
  }

  private func pager(_ last: RunNumber?) -> Markup? {
    guard last != nil || filter.after != nil else { return nil }
    var links: Markup = ""
    if filter.after != nil {
      links += "<a href=\"\(filter.with(filter.state).path(source.path))\">← First page</a>"
    }
    if let last {
      var next = filter
      next.after = last
      links += "<a href=\"\(next.path(source.path))\" rel=\"next\">Next page →</a>"
    }
    return "<nav class=\"pager\" aria-label=\"More runs\">\(links)</nav>"
  }
}

extension RunSummary {
  /// The worker that holds the run.
  fileprivate var worker: String? {
    if case .held(_, let worker) = state { worker } else { nil }
  }

  /// The time from the beginning to the end, to the parking, or to now.
  func duration(now: StoreTime) -> String {
    switch state.kind {
    case .ended, .parked: return changed.duration(since: began).words
    case .ready, .held, .waiting:
      let duration = now.duration(since: began)
      // To the minute, so that a page at rest doesn't change.
      return duration < .seconds(60) ? "under a minute" : duration.words
    }
  }
}

extension RunState {
  /// The state without the worker, which has a column of its own.
  fileprivate var withoutWorker: RunState {
    if case .held(let until, _) = self { .held(until: until, by: nil) } else { self }
  }
}

extension String {
  /// Returns the text, cut to a number of characters.
  func shortened(to limit: Int) -> String {
    // Counting the characters of a long text is slow.
    guard utf8.count > limit else { return self }
    let cut = prefix(limit)
    return cut.endIndex < endIndex ? cut + "…" : self
  }

  /// A short text that changes with the text.
  var shortHash: String {
    // The FNV-1a hash
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
