import FlowDurable
import FlowStateTesting
import FlowWeb

/// The actions of a trial.
extension JourneyTrial {
  /// Performs an action, and returns its sentence; nil if it isn't possible.
  func perform(_ action: JourneyAction) async throws -> String? {
    switch action.actor {
    case .kill:
      try await restart()
      return "The server is killed, and another one starts."
    case .wait:
      guard let due = snapshot.due else { return nil }
      let delay = max(due.duration(since: try await process.store.now()), .milliseconds(1))
      clock.advance(by: delay)
      return "Time passes: \(delay)."
    case .plant:
      guard browser.tabs[0].page == nil, browser.jar.cookies.isEmpty, !browser.hasPlanted else { return nil }
      await openOwnStart()
      browser.jar = browser.strangersJar
      browser.hasPlanted = true
      return "A stranger puts the cookies of a start page into the browser."
    case .race(let first, let second):
      guard let one = sent(browser.tabs[0], first), let other = sent(browser.tabs[1], second) else { return nil }
      let replies = await send(one, and: other)
      (browser.tabs[0].posted, browser.tabs[1].posted) = (one.1, other.1)
      try await show(replies.1, of: other.1.address, other.1, in: 1)
      try await show(replies.0, of: one.1.address, one.1, in: 0)
      return "At once, \(words("tab A", sends: one)), and \(words("tab B", sends: other))."
    case .tab(let tab, let kind):
      return try await perform(kind, in: tab).map { "Tab \(JourneyAction.tabNames[tab]) \($0)" }
    }
  }

  private func perform(_ kind: JourneyAction.Kind, in tab: Int) async throws -> String? {
    switch kind {
    case .open:
      try await open(in: tab)
      return "opens the start page, and shows '\(browser.tabs[tab].page?.name ?? "")'."
    case .start:
      try await open(in: tab)
      guard let page = browser.tabs[tab].page, let form = page.form, form.action == startAddress else {
        return "opens the start page, and shows '\(browser.tabs[tab].page?.name ?? "")'."
      }
      try await post((page, PostedForm(address: form.action, fields: form.fields)), in: tab)
      return "opens the start page, and starts."
    case .send(let choice):
      guard let sent = sent(browser.tabs[tab], choice) else { return nil }
      try await post(sent, in: tab)
      return "\(words(sends: sent))."
    case .link(let number):
      guard let page = browser.tabs[tab].page, links(page).indices.contains(number - 1) else { return nil }
      let link = links(page)[number - 1]
      try await show(await send(link.address), of: link.address, in: tab)
      return "follows the link '\(link.label)' to '\(browser.tabs[tab].page?.name ?? "")'."
    case .back:
      guard browser.tabs[tab].canGoBack else { return nil }
      browser.tabs[tab].goBack()
      return "goes back to '\(browser.tabs[tab].page?.name ?? "")' as it was."
    case .reload:
      guard let page = browser.tabs[tab].page else { return nil }
      try await show(
        await send(page.address, page.posted, from: page), of: page.address, page.posted, in: tab)
      return "loads '\(page.name)' again."
    case .resend:
      guard let page = browser.tabs[tab].page, let posted = browser.tabs[tab].posted else { return nil }
      try await show(await send(posted.address, posted, from: page), of: posted.address, posted, in: tab)
      return "sends once more what it sent last."
    case .twice(let choice):
      guard let sent = sent(browser.tabs[tab], choice) else { return nil }
      browser.tabs[tab].posted = sent.1
      let replies = await send(sent, and: sent)
      try await show(replies.0, of: sent.1.address, sent.1, in: tab)
      return "\(words(sends: sent)), with a double click."
    case .leave: return try await leave(tab)
    case .drop(let number):
      guard let page = browser.tabs[tab].page, var sent = sent(browser.tabs[tab], isStep(page) ? 1 : 0) else {
        return nil
      }
      let hidden = sent.1.fields.filter(\.isHidden)
      guard hidden.indices.contains(number - 1) else { return nil }
      sent.1.fields.removeAll { $0 == hidden[number - 1] }
      _ = await send(sent.1.address, sent.1, from: page, isOwn: false)
      return "\(words(sends: sent)), without the hidden field '\(hidden[number - 1].name)'."
    case .elsewhere:
      guard let page = browser.tabs[tab].page, isStep(page), var sent = sent(browser.tabs[tab], 1),
        let step = step(of: page), let slash = sent.1.address.lastIndex(of: "/")
      else { return nil }
      let other = stage.steps.first { $0 != step } ?? "elsewhere"
      sent.1.address = sent.1.address[...slash] + other
      _ = await send(sent.1.address, sent.1, from: page, isOwn: false)
      return "\(words(sends: sent)), to the address of '\(other)'."
    case .stranger(let stranger): return await visit(by: stranger, of: tab)
    case .die(let choice, let stored):
      guard let sent = sent(browser.tabs[tab], choice) else { return nil }
      let words = words(sends: sent)
      browser.tabs[tab].posted = sent.1
      if stored > 0 { process.store.die(after: stored - 1) }
      let reply = await send(sent.1.address, sent.1, from: sent.0)
      if stored == 0 { try await restart() } else { try await settle() }
      process.store.die(after: nil)
      try await show(reply, of: sent.1.address, sent.1, in: tab)
      return stored == 0
        ? "\(words), and the server dies after the reply."
        : "\(words), and the server dies before it stores record \(stored) of the work."
    }
  }

  // MARK: Pages

  var startAddress: String { door.base.isEmpty ? "/" : door.base }

  private func open(in tab: Int) async throws {
    try await show(await send(startAddress), of: startAddress, in: tab)
    guard let page = browser.tabs[tab].page, page.form?.action != startAddress, let link = links(page).first else {
      return
    }
    try await show(await send(link.address), of: link.address, in: tab)
  }

  private func post(_ sent: (ShownPage, PostedForm), in tab: Int) async throws {
    browser.tabs[tab].posted = sent.1
    try await show(
      await send(sent.1.address, sent.1, from: sent.0), of: sent.1.address, sent.1, in: tab)
  }

  private func leave(_ tab: Int) async throws -> String? {
    guard let page = browser.tabs[tab].page, let link = leaveLink(page) else { return nil }
    try await show(await send(link.address), of: link.address, in: tab)
    guard let question = browser.tabs[tab].page, let form = question.form else { return "asks to leave, and can't." }
    try await post((question, PostedForm(address: form.action, fields: form.fields)), in: tab)
    return "leaves the journey."
  }

  // MARK: Strangers

  /// Lets a stranger open a start page, and keep its cookies.
  private func openOwnStart() async {
    guard browser.strangersJar.cookies.isEmpty else { return }
    browser.strangersJar.take((await process.reply(to: request(startAddress, nil, browser.strangersJar))).headers)
  }

  private func visit(by stranger: JourneyAction.Stranger, of tab: Int) async -> String? {
    guard let page = browser.tabs[tab].page, isStep(page), let sent = sent(browser.tabs[tab], 1) else { return nil }
    if stranger == .own || stranger == .starting { await openOwnStart() }
    if stranger == .starting {
      guard browser.hasPlanted else { return nil }
      let start = await process.reply(to: request(startAddress, nil, browser.strangersJar))
      browser.strangersJar.take(start.headers)
      if let form = PageReader(start.body).forms.first(where: { $0.action == startAddress }) {
        let posted = PostedForm(address: form.action, fields: form.fields)
        browser.strangersJar.take(
          (await process.reply(to: request(startAddress, posted, browser.strangersJar))).headers)
      }
    }
    let jar: CookieJar =
      switch stranger {
      case .none: CookieJar()
      case .own, .starting: browser.strangersJar
      case .altered: browser.jar.altered
      }
    for posted in [nil, sent.1] {
      let address = posted?.address ?? page.address
      let reply = await process.reply(to: request(address, posted, jar))
      exchanges.append(Exchange(isOwn: false, page: page, posted: posted, reply: reply))
    }
    return "has '\(page.name)' opened and sent by a stranger \(stranger.words)."
  }

  // MARK: Forms

  /// The step whose form a page has; nil for other forms.
  func step(of page: ShownPage) -> String? {
    page.form.flatMap { JourneyAddress($0.action, below: door.base)?.step }
  }

  func isStep(_ page: ShownPage) -> Bool { step(of: page) != nil }

  /// The form of a tab with a choice entered; nil if there is none.
  func sent(_ tab: BrowserTab, _ choice: Int) -> (ShownPage, PostedForm)? {
    guard let page = tab.page, let form = page.form else { return nil }
    let answers = step(of: page).map { stage.answers(of: $0) } ?? []
    // A page without answers of its own, such as that of a confirmation, is sent as it is.
    if choice == 0 || answers.isEmpty && choice == 1 {
      return (page, PostedForm(address: form.action, fields: form.fields))
    }
    guard answers.indices.contains(choice - 1) else { return nil }
    return form.entering(answers[choice - 1]).map { (page, PostedForm(address: form.action, fields: $0)) }
  }

  private func words(_ subject: String? = nil, sends sent: (ShownPage, PostedForm)) -> String {
    let typed = sent.1.typed.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
    let verb = (subject.map { "\($0) " } ?? "") + "sends '\(sent.0.name)'"
    return typed.isEmpty ? verb : "\(verb) with \(typed)"
  }

  // MARK: Links

  /// The links of a page to other pages of its journey.
  func links(_ page: ShownPage) -> [PageLink] {
    var links: [PageLink] = []
    for link in page.links {
      let address = String(link.address.prefix { $0 != "#" })
      guard JourneyAddress(address, below: door.base) != nil, address != page.address || page.posted != nil,
        !links.contains(where: { $0.address == address })
      else { continue }
      links.append(PageLink(address: address, label: link.label))
    }
    return links
  }

  func leaveLink(_ page: ShownPage) -> PageLink? {
    page.links.first { $0.address.hasPrefix(door.base + "/") && $0.address.hasSuffix("/-/leave") }
  }

  // MARK: Choosing

  /// The actions that are possible now, in a fixed order.
  var actions: [JourneyAction] {
    var actions: [JourneyAction] = []
    if browser.tabs[0].page == nil {
      actions += [JourneyAction(0, .start), JourneyAction(0, .open)]
      if !browser.hasPlanted { actions.append(JourneyAction(.plant)) }
      return actions
    }
    for tab in browser.tabs.indices { actions += self.actions(in: tab) }
    if let one = browser.tabs[0].page, let other = browser.tabs[1].page, isStep(one), isStep(other) {
      let answers = step(of: other).map { stage.answers(of: $0).count } ?? 1
      actions += (answers > 1 ? [1, 2] : [1]).map { JourneyAction(.race(1, $0)) }
    }
    if snapshot.due != nil { actions.append(JourneyAction(.wait)) }
    if deaths == 0 { actions.append(JourneyAction(.kill)) }
    return actions
  }

  private func actions(in tab: Int) -> [JourneyAction] {
    guard let page = browser.tabs[tab].page else { return [JourneyAction(tab, .open), JourneyAction(tab, .start)] }
    var kinds: [JourneyAction.Kind] = []
    if let form = page.form {
      let answers = step(of: page).map { stage.answers(of: $0) } ?? []
      let canChoose = !answers.isEmpty && sent(browser.tabs[tab], 1) != nil
      let first = canChoose ? 1 : 0
      kinds += (0...(canChoose ? answers.count : 0)).map { .send($0) }
      kinds.append(.twice(first))
      kinds += (isStep(page) ? 0...3 : 0...0).map { .die(first, stored: $0) }
      if isStep(page) {
        kinds += JourneyAction.Stranger.allCases.filter { browser.hasPlanted || $0 != .starting }.map { .stranger($0) }
        kinds.append(.elsewhere)
      }
      kinds += (1...max(1, form.fields.filter(\.isHidden).count)).map { .drop($0) }
    }
    kinds += links(page).indices.map { .link($0 + 1) }
    if browser.tabs[tab].canGoBack { kinds.append(.back) }
    kinds.append(.reload)
    if browser.tabs[tab].posted != nil { kinds.append(.resend) }
    kinds.append(.start)
    if leaveLink(page) != nil { kinds.append(.leave) }
    return kinds.map { JourneyAction(tab, $0) }
  }
}
