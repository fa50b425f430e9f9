import FlowDurable
import FlowMarkup

/// The list of flows.
struct FlowsPage: Sendable {
  let source: any RunSource

  func make() async throws -> Page {
    let counts = try await source.counts(RunQuery())
    let names = Set((counts ?? []).map(\.flow)).union(source.flows.keys).sorted()
    var page = Page("Flows", .flows)
    let rows = names.map { name -> Markup in
      let counts = counts?.filter { $0.flow == name }
      let cells = RunStatus.all.map { status -> Markup in
        let style: Markup? = counts?.runs(status) == 0 ? " none" : nil
        var filter = RunFilter()
        (filter.flow, filter.state) = (name, status)
        let link: Markup = style != nil ? "0" : "<a href=\"\(filter.path(source.path))\">\(counts.text(status))</a>"
        return "<td class=\"end\(style)\" data-label=\"\(status.title(isStored: true))\">\(link)</td>"
      }
      return """
        <tr><th scope="row"><a href="/flows/\(name.percentEncoded)">\(.said(name.shortened(to: 200)))</a></th>\(cells)</tr>

        """
    }
    let list: Markup =
      rows.isEmpty
      ? "<p class=\"empty\">No flow is known, and there are no runs.</p>"
      : """
      <table class="steps"><thead><tr><th scope="col">Flow</th>\
      \(RunStatus.all.map { "<th scope=\"col\" class=\"end\">\($0.title(isStored: true))</th>" as Markup })</tr></thead><tbody>\(rows)</tbody></table>
      """
    page.add("flows", "<div class=\"title\"><h1>Flows</h1></div>\(list)")
    return page
  }
}
