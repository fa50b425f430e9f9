import FlowDurable
import FlowJSON
import FlowMarkup
import FlowPictures
import FlowState

/// The page of a run.
struct RunPage: Sendable {
  /// The number of lines that the list of records shows, which are the latest ones.
  static let linesShown = 200

  let source: any RunSource
  let number: RunNumber
  let place: Page.Place
  let isReadOnly: Bool

  private var isStored: Bool { source.path == "/runs" }
  private var path: String { "\(source.path)/\(number.rawValue)" }

  func make() async throws -> Page {
    let detail = try await source.detail(of: number)
    let now = try await source.now()
    let run = detail.summary
    var page = Page("\(run.name.shortened(to: 60)) · \(run.flow)", place)
    page.add("head", head(detail, now))
    page.add("picture", picture(detail))
    page.add("timeline", timeline(detail, now))
    page.add("records", records(detail))
    if isStored { page.add("inbox", inbox(detail, now)) }
    let step = run.position.map { ", at \($0)" } ?? ""
    page.news = "\(run.name.shortened(to: 60)): \(run.state.words(now: now, isStored: isStored))\(step)"
    return page
  }

  private func head(_ detail: RunDetail, _ now: StoreTime) -> Markup {
    let run = detail.summary
    var facts: [(Markup, Markup)] = [("Flow", "<a href=\"\(flowPath(run.flow))\">\(.said(run.flow))</a>")]
    if let step = run.position, run.state.kind != .ended { facts.append(("Stands at", .said(step))) }
    facts.append(("Started", run.began.dateElement))
    facts.append(("Duration", "\(run.duration(now: now))"))
    facts.append(("Changed", run.changed.ageElement(now: now)))
    if isStored {
      facts.append(("Number", "\(run.number.rawValue)"))
      if run.queue != "default" { facts.append(("Queue", .said(run.queue))) }
      if let tenant = run.tenant { facts.append(("Tenant", .said(tenant))) }
      if run.priority != 0 { facts.append(("Priority", "\(run.priority)")) }
      if run.attempts > 1 { facts.append(("Attempt, without a record since", "\(run.attempts)")) }
    }
    return """
      <p class="crumbs"><a href="\(source.path)">\(isStored ? "Runs" : "This process")</a> / \
      <a href="\(flowPath(run.flow))">\(.said(run.flow))</a></p>
      <div class="title"><h1>\(.said(run.name.shortened(to: 200)))</h1>\(run.state.element(now: now, isStored: isStored))</div>
      \(reason(detail))
      <dl class="facts">\(facts.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" as Markup })</dl>
      \(actions(run))
      """
  }

  /// Returns why the run is parked or has failed, and what can be done.
  private func reason(_ detail: RunDetail) -> Markup? {
    let run = detail.summary
    let canRetry = !isReadOnly && isStored && RunAction.retry.isPossible(on: run.state)
    func markup(_ style: Markup, _ sentence: String, _ advice: Markup) -> Markup {
      let advice: Markup? = isStored ? "<p class=\"advice\">\(advice)</p>" : nil
      return "<div class=\"reason \(style)\"><p>\(.said(sentence.shortened(to: 4_000)))</p>\(advice)</div>"
    }
    if case .parked(let sentence) = run.state {
      return markup(
        "parked", sentence,
        "Nothing happens to the run until someone decides. Remove the cause and retry it, go back to an earlier step, or cancel it."
      )
    }
    guard run.state == .ended(.failed) else { return nil }
    return markup(
      "failed", detail.failure?.words ?? "The reason isn't known.",
      canRetry
        ? "The run has ended. Remove the cause and retry it, or go back to an earlier step."
        : "The run has ended. The records show what it has done."
    )
  }

  private func flowPath(_ flow: String) -> String {
    "\(isStored ? "/flows" : "/process/flows")/\(flow.percentEncoded)"
  }

  /// Returns links to the confirmation pages of actions.
  private func actions(_ run: RunSummary) -> Markup? {
    guard isStored, !isReadOnly else { return nil }
    let actions: [(action: RunAction, style: Markup, title: Markup)] = [
      (.retry, "button first", "Retry…"), (.send, "button", "Send a message…"), (.back, "button", "Go back…"),
      (.cancel, "button danger", "Cancel…"),
    ]
    let links = actions.filter { $0.action.isPossible(on: run.state) }.map { action, style, title -> Markup in
      "<a class=\"\(style)\" href=\"\(path)/\(action.rawValue)\">\(title)</a>"
    }
    if links.isEmpty { return nil }
    return "<nav class=\"actions\" aria-label=\"Actions\">\(links)</nav>"
  }

  private func picture(_ detail: RunDetail) -> Markup {
    let run = detail.summary
    var overlay = FlowOverlay(detail.events)
    if run.state.kind == .parked, let step = run.position {
      overlay.setStanding(0, at: step)
      overlay.setParked(1, at: step)
    }
    let note: Markup =
      detail.chain != nil || !isStored
      ? "The way of this run. The number marks where it stands."
      : "Drawn from what the run did, because this console doesn't know its flow."
    return "<h2>Flow</h2><p class=\"note\">\(note)</p>\(Picture.markup(detail.chain, named: run.flow, overlay))"
  }

  private func timeline(_ detail: RunDetail, _ now: StoreTime) -> Markup {
    let kind = detail.summary.state.kind
    // The events of this process have another clock. Round to whole minutes, so that the page of a run at rest doesn't
    // change.
    let isOpen = isStored && kind != .ended && kind != .parked
    let time = isOpen ? Duration.milliseconds(now.milliseconds / 60_000 * 60_000) : nil
    let open =
      switch kind {
      case .parked: "parked"
      case .waiting: "waits"
      case .ready: "due"
      case .held, .ended: "under way"
      }
    return "<h2>Timeline</h2>\(Timeline(detail.events, detail.marks).markup(now: time, open: open))"
  }

  private func records(_ detail: RunDetail) -> Markup {
    let lines = detail.lines.suffix(Self.linesShown)
    let note: Markup? =
      detail.hasSnapshot || lines.count < detail.lines.count
      ? "<p class=\"note\">Earlier ones aren't shown.</p>" : nil
    var day: String?
    var list: Markup = ""
    for line in lines {
      if let next = line.at?.day, next != day {
        day = next
        list += "<li class=\"day\">\(next), UTC</li>\n"
      }
      let time: Markup? = line.at?.clockElement
      list += """
        <li class="\(line.mark.rawValue)"><span class="number">\(line.number)</span>\(time)\
        <span class="what">\(.said(line.sentence.shortened(to: 1_000)))\(values(line))</span></li>

        """
    }
    let title: Markup = isStored ? "Records" : "Events"
    if let sentence = detail.unreadable {
      let text = sentence.shortened(to: 1_000)
      return "<h2>\(title)</h2><p class=\"empty\">The records can't be read. \(.said(text))</p>"
    }
    return "<h2>\(title)</h2>\(note)<ol class=\"records\">\(list)</ol>"
  }

  private func values(_ line: RunLine) -> Markup? {
    guard !line.values.isEmpty else { return nil }
    let names = line.values.map { $0.shortened(to: 40) }.joined(separator: ", ")
    return """
       <a class="values" href="\(path)/records/\(line.number)" aria-label="Values of record \(line.number): \(names)">\
      \(.said(names))</a>
      """
  }

  private func inbox(_ detail: RunDetail, _ now: StoreTime) -> Markup {
    let list: Markup
    switch detail.inbox {
    case .unknown(let sentence):
      list = "<p class=\"empty\">\(detail.summary.waitingMessages) wait. \(.said(sentence))</p>"
    case .messages(let messages) where messages.isEmpty:
      list = "<p class=\"empty\">No message waits.</p>"
    case .messages(let messages):
      let rows = messages.map { message -> Markup in
        let isCommand = message.message.isCommand
        let body: Markup? =
          isCommand
          ? nil
          : """
           <a class="values" href="\(path)/messages/\(message.number)" aria-label="Body of message \(message.number)">\
          body</a>
          """
        return """
          <li class="message"><span class="number">\(message.number)</span>\(message.at.ageElement(now: now))\
          <span class="what">\(.said(message.message.words.shortened(to: 400)))\(body)</span></li>

          """
      }
      let more: Markup? =
        detail.summary.waitingMessages > messages.count
        ? "<p class=\"note\">The first \(messages.count) of \(detail.summary.waitingMessages.grouped).</p>" : nil
      list = "<ol class=\"records\">\(rows)</ol>\(more)"
    }
    return "<h2>Inbox</h2>\(list)"
  }
}
