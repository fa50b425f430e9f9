import FlowDurable

/// The list of runs.
struct RunsPage: Sendable {
  /// The number of runs on a page.
  static let size = 50
  /// The number of parked runs above the list.
  static let parkedSize = 5

  let source: any RunSource
  let filter: RunFilter
  let title: String
  let place: Page.Place
  let isReadOnly: Bool

  private var isStored: Bool { source.path == "/runs" }

  func make() async throws -> Page {
    let now = try await source.now()
    let query = filter.query(now: now)
    let counts = try await source.counts(query)
    var page = Page(title, place)
    page.add("title", "<div class=\"title\"><h1>\(title)</h1></div>\(chips(counts))")
    page.add("filter", isLive: false, form(try await source.flowNames().union(counts.map(\.flow)).sorted()))
    let parked = counts.filter { $0.state == .parked }.reduce(0) { $0 + $1.runs }
    if filter.state == nil, filter.before == nil {
      // Keep an empty part, so that parked runs can appear in it later.
      let list = try await ParkedList(source: source, isReadOnly: isReadOnly)
        .markup(query, filter, count: parked, limit: Self.parkedSize, now: now)
      page.add("parked", "\(list)")
    }
    page.add("runs", try await list(query, now))
    let total = counts.reduce(0) { $0 + $1.runs }
    page.news = "\(total.words(for: "run")), \(parked.grouped) parked"
    return page
  }

  /// Returns the numbers of runs by state, as links.
  private func chips(_ counts: [RunCount]) -> Markup {
    var runs: [RunState.Kind: Int] = [:]
    for count in counts { runs[count.state, default: 0] += count.runs }
    func chip(_ kind: RunState.Kind?, _ title: String, _ count: Int) -> Markup {
      let current: Markup? = filter.state == kind ? " aria-current=\"true\"" : nil
      return """
        <li><a class="chip \(kind?.rawValue ?? "all")" href="\(filter.with(kind).path(source.path))"\(current)>\
        <span>\(title)</span><b>\(count.grouped)</b></a></li>
        """
    }
    let kinds: [RunState.Kind] = isStored ? [.parked, .held, .ready, .waiting, .ended] : [.held, .waiting, .ended]
    return """
      <ul class="chips" aria-label="Runs by state">\(chip(nil, "All", runs.values.reduce(0, +)))\
      \(kinds.map { chip($0, !isStored && $0 == .held ? "Under way" : $0.title, runs[$0] ?? 0) })</ul>
      """
  }

  private func form(_ flows: [String]) -> Markup {
    func option(_ value: String, _ title: String, _ chosen: String?) -> Markup {
      let selected: Markup? = (chosen ?? "") == value ? " selected" : nil
      return "<option value=\"\(value)\"\(selected)>\(title)</option>"
    }
    let state: Markup? = filter.state.map { "<input type=\"hidden\" name=\"state\" value=\"\($0.rawValue)\">" }
    let clear: Markup? =
      filter.isEmpty ? nil : "<a class=\"quiet\" href=\"\(source.path)\">Clear</a>"
    return """
      <form class="filter" action="\(source.path)" method="get" role="search" aria-label="Filter">\(state)
      <label>Flow<select name="flow">\(option("", "All flows", filter.flow))\(flows.map { option($0, $0, filter.flow) })\
      </select></label>
      <label>Key<input name="key" value="\(filter.key ?? "")" placeholder="The whole key" autocomplete="off" \
      spellcheck="false"></label>
      <label>At step<input name="step" value="\(filter.step ?? "")" placeholder="Any" autocomplete="off" \
      spellcheck="false"></label>
      <label>Unchanged for<select name="age">\(option("", "Any time", filter.age))\
      \(RunFilter.ages.map { option($0.name, $0.title, filter.age) })</select></label>
      <button type="submit">Filter</button>\(clear)
      </form>
      """
  }

  private func list(_ query: RunQuery, _ now: StoreTime) async throws -> Markup {
    var query = query
    if let state = filter.state {
      query.states = [state]
    } else if isStored {
      query.states = Set(RunState.Kind.allCases).subtracting([.parked])
    }
    // Request one more run, to find out whether there are more.
    let found = try await source.runs(query, after: filter.before, limit: Self.size + 1)
    let runs = found.prefix(Self.size)
    guard !runs.isEmpty else {
      let sentence: Markup =
        filter.before != nil
        ? "No older runs." : filter.isEmpty ? "No runs yet. They appear here as soon as one starts." : "No runs match."
      return "<p class=\"empty\">\(sentence)</p>\(pager(nil))"
    }
    return """
      <table class="runs">
      <thead><tr><th scope="col">Run</th><th scope="col">Flow</th><th scope="col">At step</th><th scope="col">State</th>\
      <th scope="col" class="end">Changed</th></tr></thead>
      <tbody>
      \(runs.map { row($0, now) })</tbody></table>\(pager(found.count > Self.size ? runs.last?.number : nil))
      """
  }

  private func row(_ run: RunSummary, _ now: StoreTime) -> Markup {
    let number: Markup? = run.key == nil ? nil : " <small>\(run.number.rawValue)</small>"
    let messages: Markup? =
      run.waitingMessages == 0
      ? nil
      : " <span class=\"messages\">\(run.waitingMessages == 1 ? "1 message" : "\(run.waitingMessages) messages")</span>"
    return """
      <tr><th scope="row"><a href="\(source.path)/\(run.number.rawValue)">\(.said(run.name.shortened(to: 80)))</a>\(number)</th>\
      <td class="flow">\(.said(run.flow))</td><td class="step">\(run.position.map { .said($0) })</td>\
      <td>\(run.state.element(now: now, isStored: isStored))\(messages)</td>\
      <td class="end">\(run.changed.ageElement(now: now))</td></tr>

      """
  }

  private func pager(_ last: RunNumber?) -> Markup? {
    guard last != nil || filter.before != nil else { return nil }
    var links: Markup = ""
    if filter.before != nil {
      links += "<a href=\"\(filter.with(filter.state).path(source.path))\">← Newest</a>"
    }
    if let last {
      var older = filter
      older.before = last
      links += "<a href=\"\(older.path(source.path))\" rel=\"next\">Older →</a>"
    }
    return "<nav class=\"pager\" aria-label=\"More runs\">\(links)</nav>"
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
}
