import FlowChains
import FlowDurable
import FlowMarkup
import FlowPictures
import FlowState

/// The page of a flow, with all its runs in one picture.
struct FlowPage: Sendable {
  let source: any RunSource
  let flow: String
  let place: Page.Place
  let isReadOnly: Bool

  private var isStored: Bool { source.path == "/runs" }

  /// The numbers of runs at a step.
  private struct Stand {
    var standing = 0
    var parked = 0
  }

  func make() async throws -> Page {
    let definition = source.flows[flow]
    let counted = try await source.counts(RunQuery(flows: [flow]))
    let counts = counted ?? []
    guard definition != nil || counted == nil || !counts.isEmpty else {
      throw PageError(
        status: 404, title: "There is no such flow", description: "No run of a flow \"\(flow)\" is known.")
    }
    let sample = try await source.sample(of: flow)
    var page = Page(flow, place)
    page.add("head", head(counted))
    let chains = definition?.chains ?? []
    // Runs without a record are at the first step.
    let first = chains.first?.steps.first?.identifier ?? sample.order.first
    let stands = stands(counts, first: first)
    let steps = steps(chains, sample, stands)
    let overlay = overlay(sample, stands, steps)
    page.add("picture", pictures(chains, overlay, sample))
    page.add("steps", table(steps, stands, sample))
    let standing = stands.values.reduce(0) { $0 + $1.standing }
    var filter = RunFilter()
    filter.flow = flow
    let list = GroupList(source: source, isReadOnly: isReadOnly)
    let now = try await source.now()
    var groups: Markup = ""
    for status in [.kind(.parked), .ending(.failed)] as [RunStatus] where isStored && counts.runs(status) > 0 {
      let found = try await RunGroups(source, RunQuery(flows: [flow]), status)
      groups += "\(list.markup(found, filter, count: counts.runs(status), limit: 5, now: now))"
    }
    page.add("parked", groups)
    let parked = counts.runs(.kind(.parked))
    page.news = "\(flow): \(standing.words(for: "run")) under way, \(parked.grouped) parked"
    return page
  }

  private func head(_ counts: [RunCount]?) -> Markup {
    func fact(_ status: RunStatus?) -> Markup {
      var filter = RunFilter()
      filter.flow = flow
      filter.state = status
      let title = status?.title(isStored: isStored) ?? "Runs"
      return """
        <div><dt>\(title)</dt><dd><a href="\(filter.path(source.path))">\(counts.text(status))</a></dd></div>
        """
    }
    let statuses = isStored ? RunStatus.all : RunStatus.ofProcess
    return """
      <p class="crumbs"><a href="\(isStored ? "/flows" : "/process")">\(isStored ? "Flows" : "This process")</a></p>
      <div class="title"><h1>\(.said(flow))</h1></div>
      <dl class="facts numbers">\(fact(nil))\(statuses.map { fact($0) })</dl>
      """
  }

  private func stands(_ counts: [RunCount], first: String?) -> [String: Stand] {
    var stands: [String: Stand] = [:]
    for count in counts where count.state != .ended {
      guard let step = count.position ?? first else { continue }
      if count.state == .parked {
        stands[step, default: Stand()].parked += count.runs
      } else {
        stands[step, default: Stand()].standing += count.runs
      }
    }
    return stands
  }

  /// Returns the steps of the flow, followed by other steps that have runs.
  private func steps(_ chains: [FlowChain], _ sample: FlowSample, _ stands: [String: Stand]) -> [String] {
    var seen: Set<String> = []
    let all = chains.flatMap { $0.steps.map(\.identifier) } + sample.order + stands.keys.sorted()
    return all.filter { seen.insert($0).inserted }
  }

  private func overlay(_ sample: FlowSample, _ stands: [String: Stand], _ steps: [String]) -> FlowOverlay {
    var overlay = sample.overlay
    for step in steps {
      overlay.setStanding(stands[step]?.standing ?? 0, at: step)
      overlay.setParked(stands[step]?.parked ?? 0, at: step)
      var remarks: [String] = []
      if let median = sample.time(of: step, within: 0.5), let most = sample.time(of: step, within: 0.95) {
        remarks.append("p50 \(median.words), p95 \(most.words)")
      }
      if let failures = sample.failures[step] { remarks.append("\(failures) failed") }
      overlay.setRemarks(remarks, on: step)
    }
    return overlay
  }

  private func pictures(_ chains: [FlowChain], _ overlay: FlowOverlay, _ sample: FlowSample) -> Markup {
    let pictures =
      chains.isEmpty
      ? [Picture.markup(nil, named: flow, overlay)]
      : chains.enumerated().map { index, chain in
        let title: Markup? = chains.count > 1 ? "<h3>Variant \(index + 1) of \(chains.count)</h3>" : nil
        return "\(title)\(Picture.markup(chain, named: flow, overlay))"
      }
    let unknown: Markup? =
      chains.isEmpty && isStored ? " Drawn from what runs did, because this console doesn't know the flow." : nil
    let runs: Markup = sample.runs == 1 ? "the latest run" : "the latest \(sample.runs.grouped) runs"
    return """
      <h2>Where the runs stand</h2>
      <p class="note"><span class="key here">n</span> runs stand at a step, <span class="key parked">n</span> are parked there. \
      Ways and times are those of \(runs).\(unknown)</p>
      \(pictures)
      """
  }

  private func table(_ steps: [String], _ stands: [String: Stand], _ sample: FlowSample) -> Markup {
    let rows = steps.map { step -> Markup in
      let stand = stands[step] ?? Stand()
      func count(_ number: Int, _ state: RunStatus?) -> Markup {
        guard number > 0 else { return "<span class=\"none\">0</span>" }
        var filter = RunFilter()
        filter.flow = flow
        filter.step = step
        filter.state = state
        return "<a href=\"\(filter.path(source.path))\">\(number.grouped)</a>"
      }
      return """
        <tr><th scope="row">\(.said(step))</th><td class="end" data-label="Standing">\(count(stand.standing, nil))</td>\
        <td class="end" data-label="Parked">\(count(stand.parked, .kind(.parked)))</td>\
        <td class="end" data-label="Median">\(sample.time(of: step, within: 0.5)?.words ?? "–")</td>\
        <td class="end" data-label="95 %">\(sample.time(of: step, within: 0.95)?.words ?? "–")</td>\
        <td class="end" data-label="Visits">\((sample.times[step]?.count ?? 0).grouped)</td>\
        <td class="end" data-label="Failed">\((sample.failures[step] ?? 0).grouped)</td></tr>

        """
    }
    return """
      <h2>Steps</h2><table class="steps"><thead><tr><th scope="col">Step</th><th scope="col" class="end">Standing</th>\
      <th scope="col" class="end">Parked</th><th scope="col" class="end">Median</th>\
      <th scope="col" class="end"><abbr title="95 of 100 visits took no longer">95 %</abbr></th>\
      <th scope="col" class="end">Visits</th><th scope="col" class="end">Failed</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }
}
