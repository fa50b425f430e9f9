import FlowDurable

/// The list of flows.
struct FlowsPage: Sendable {
  let source: any RunSource

  func make() async throws -> Page {
    let counts = try await source.counts(RunQuery())
    let names = Set(counts.map(\.flow)).union(source.flows.keys).sorted()
    var page = Page("Flows", .flows)
    let rows = names.map { name -> Markup in
      var runs: [RunState.Kind: Int] = [:]
      var failed = 0
      for count in counts where count.flow == name {
        runs[count.state, default: 0] += count.runs
        if count.ending == .failed { failed += count.runs }
      }
      func cell(_ title: Markup, _ count: Int) -> Markup {
        let style: Markup? = count == 0 ? " none" : nil
        return "<td class=\"end\(style)\" data-label=\"\(title)\">\(count.grouped)</td>"
      }
      return """
        <tr><th scope="row"><a href="/flows/\(name.percentEncoded)">\(.said(name))</a></th>\(cell("Parked", runs[.parked] ?? 0))\
        \(cell("At work", runs[.held] ?? 0))\(cell("Due", runs[.ready] ?? 0))\(cell("Waiting", runs[.waiting] ?? 0))\
        \(cell("Ended", runs[.ended] ?? 0))\(cell("Failed", failed))</tr>

        """
    }
    let list: Markup =
      rows.isEmpty
      ? "<p class=\"empty\">No flow is known, and there are no runs.</p>"
      : """
      <table class="steps"><thead><tr><th scope="col">Flow</th><th scope="col" class="end">Parked</th>\
      <th scope="col" class="end">At work</th><th scope="col" class="end">Due</th><th scope="col" class="end">Waiting</th>\
      <th scope="col" class="end">Ended</th><th scope="col" class="end">Failed</th></tr></thead><tbody>\(rows)</tbody></table>
      """
    page.add("flows", "<div class=\"title\"><h1>Flows</h1></div>\(list)")
    return page
  }
}
