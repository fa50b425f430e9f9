import FlowDurable
import FlowForms
import FlowJSON
import FlowWeb

/// Checks an action of a trial.
struct JourneyLaws {
  let action: JourneyAction
  let before: JourneySnapshot
  let after: JourneySnapshot
  let exchanges: [JourneyTrial.Exchange]
  let loads: [(page: ShownPage, snapshot: JourneySnapshot)]
  let effects: [JourneyStage.Effect]
  let strangersRuns: Set<RunNumber>
  let door: PagesDoor
  let stage: JourneyStage

  typealias Violation = JourneyViolation

  /// The first law that the action breaks; nil if it breaks none.
  var violation: JourneyViolation? {
    serverErrors ?? strangers ?? starts ?? answers ?? changes ?? ended ?? pages ?? performed ?? required ?? setUp
  }

  /// An answer that a person has sent.
  struct SentAnswer {
    let page: ShownPage
    let posted: PostedForm
    let reply: BrowserReply
    let step: String
    let form: AnyForm
    let token: VisitToken
    let isChange: Bool
    /// The answer as a message has it; nil if the form refuses the entry.
    let value: JSONValue?

    var isAcknowledged: Bool { reply.status == 303 }
  }

  /// The answers that were sent in the action.
  var sentAnswers: [SentAnswer] {
    exchanges.compactMap { exchange in
      guard exchange.isOwn, let page = exchange.page, let posted = exchange.posted,
        let step = JourneyAddress(posted.address, below: door.base)?.step,
        let token = posted.hidden("flow-visit").flatMap({ VisitToken($0) }),
        let form = door.form(step, after[token.run]?.assignments ?? [])
      else { return nil }
      let entry = FormEntry(posted: posted.fields.map { ($0.name, $0.value) }, for: form.outline)
      return SentAnswer(
        page: page, posted: posted, reply: exchange.reply, step: step, form: form, token: token,
        isChange: posted.hidden("flow-mode") == "change", value: try? form.answer(entry))
    }
  }

  // MARK: Replies

  private var serverErrors: Violation? {
    exchanges.first { $0.reply.status >= 500 }.map {
      Violation(.serverError, "The server replied with status \($0.reply.status).")
    }
  }

  private var strangers: Violation? {
    guard case .tab(_, .stranger) = action.actor else { return nil }
    for exchange in exchanges {
      let status = exchange.reply.status
      guard !(400..<500).contains(status) else { continue }
      let deed = exchange.posted == nil ? "A page was shown to a stranger" : "A form of a stranger was taken"
      return Violation(.stranger, "\(deed): status \(status).")
    }
    return nil
  }

  private var starts: Violation? {
    let own = after.journeys.filter { !strangersRuns.contains($0.number) }
    let new = own.filter { before[$0.number] == nil }
    guard let first = new.first else { return nil }
    let open = before.journeys.filter { !strangersRuns.contains($0.number) && $0.end == nil }
    if new.count > 1 || !door.startsSeveral && !open.isEmpty {
      return Violation(.starts, "One browser has \(new.count + open.count) journeys at once.")
    }
    let hasStarted = exchanges.contains { exchange in
      exchange.isOwn && exchange.reply.status == 303
        && exchange.posted.map { $0.address == door.base || $0.address == "/" } ?? false
    }
    // The reply of a server that died was lost.
    if hasDied { return nil }
    return hasStarted ? nil : Violation(.starts, "Journey \(first.number) began, and nobody has started it.")
  }

  // MARK: Answers

  private var answers: Violation? {
    for sent in sentAnswers {
      if let violation = check(sent) { return violation }
    }
    return nil
  }

  private func check(_ sent: SentAnswer) -> Violation? {
    guard let earlier = before[sent.token.run] else { return nil }
    let later = after[sent.token.run]
    let isOpen = earlier.open?.token == sent.token && !sent.isChange
    let answered = earlier.answers.first { $0.token == sent.token }
    let isAlone = sentAnswers.count == 1
    guard sent.isAcknowledged else {
      let open = later?.open
      let isRefused = sent.reply.status == 422 && open?.token == sent.token && open?.refused?.value == sent.value
      if isAlone, isOpen, sent.value != nil, sent.reply.status != 0, !isRefused {
        return Violation(
          .taken, "The open page '\(sent.step)' was answered, and the server replied with status \(sent.reply.status).")
      }
      return shown(sent)
    }
    guard let value = sent.value else {
      return Violation(.acknowledged, "An answer of '\(sent.step)' that the form refuses was acknowledged.")
    }
    if let answered, answered.value == value { return nil }
    // A double click on a change: its answer counts already, at a later visit. A page without fields has no answer to compare.
    let isCounted = earlier.answers.contains { $0.step == sent.step && $0.value == value }
    if isCounted, !sent.form.outline.fields.isEmpty { return nil }
    let count = later?.answers.first { $0.step == sent.step }
    let refused = later?.open.flatMap { $0.step == sent.step ? $0.refused : nil }
    let counts = count?.value == value || refused?.value == value
    if isAlone, !isOpen, !(sent.isChange && answered != nil) {
      return Violation(
        .stale, "The page of visit \(sent.token) was of an earlier time, and its answer was acknowledged.")
    }
    if isAlone, !counts {
      return Violation(
        .acknowledged, "An answer of '\(sent.step)' was acknowledged, and doesn't count: \(Self.text(value)).")
    }
    // An answer that the flow has refused meanwhile isn't lost: it was never one.
    let refusals = later?.refused(at: sent.step) ?? []
    let same = sentAnswers.filter { other in
      other.token == sent.token && other.isAcknowledged && !refusals.contains { $0 == other.value }
    }
    if same.count > 1, same.contains(where: { $0.value != value }) {
      return Violation(.acknowledged, "Two answers to visit \(sent.token) were acknowledged, and one of them is lost.")
    }
    // A fact that was seen must still be true.
    if isAlone, isOpen || sent.isChange, let seen = sent.page.seen[sent.token.run] {
      let (then, now) = (seen.prefix { $0.step != sent.step }, earlier.seen.prefix { $0.step != sent.step })
      if !then.elementsEqual(now, by: { $0 == $1 }) {
        return Violation(
          .answer, "The page '\(sent.step)' was answered, and the answers before it were others than when it was shown."
        )
      }
    }
    return nil
  }

  /// Checks that a page that refuses an answer shows what was entered.
  private func shown(_ sent: SentAnswer) -> Violation? {
    guard sent.reply.status == 409 || sent.reply.status == 422 else { return nil }
    let text = PageReader.plain(sent.reply.body)
    for typed in sent.posted.fields where typed.value.count > 1 {
      guard let field = sent.form.outline[typed.name], !field.isPrivate else { continue }
      switch field.kind {
      case .choice, .choices, .toggle, .date, .money: continue
      default: break
      }
      // A page that can't be sent again shows each line by itself.
      if !typed.value.split(whereSeparator: \.isNewline).allSatisfy({ text.contains($0) }) {
        return Violation(.entered, "'\(sent.step)' was refused, and the page doesn't show '\(typed.value)'.")
      }
    }
    return nil
  }

  private static func text(_ value: JSONValue) -> String { "\(value["value"] ?? value)" }

  // MARK: Changes

  /// Whether the server has died in the action, so that replies were lost.
  var hasDied: Bool {
    if case .tab(_, .die) = action.actor { return true }
    return exchanges.contains { $0.reply.status == 0 }
  }

  /// Whether time has passed until something was due: in a wait, or with the lease of a server that has died.
  private var hasTimePassed: Bool {
    switch action.actor {
    case .wait: true
    case .kill, .tab(_, .die): before.due.map { $0.duration(since: before.now) <= JourneyStage.lease } ?? false
    case .plant, .race, .tab: false
    }
  }

  /// Whether the action can change journeys.
  private var canChange: Bool {
    switch action.actor {
    case .tab(_, .leave): return true
    case .wait, .kill, .plant: return hasTimePassed
    case .tab(_, .die) where hasTimePassed: return true
    case .race, .tab:
      let isUnknown = exchanges.contains { $0.reply.status == 0 } || exchanges.isEmpty
      return isUnknown || exchanges.contains { $0.isOwn && $0.posted != nil && $0.reply.status == 303 }
    }
  }

  private var changes: Violation? {
    for journey in after.journeys {
      guard let earlier = before[journey.number] else { continue }
      if !canChange {
        let isSame =
          journey.answers.map { "\($0.token) \($0.value)" } == earlier.answers.map { "\($0.token) \($0.value)" }
          && journey.open?.token == earlier.open?.token && journey.end == earlier.end
        let isForged = exchanges.contains { !$0.isOwn }
        if !isSame {
          return Violation(
            isForged ? .stranger : .stale,
            "\(isForged ? "A form that isn't the page's was sent" : "Nothing was acknowledged"), and the journey has changed."
          )
        }
      }
      if hasTimePassed { continue }
      if case .tab(_, .leave) = action.actor { continue }
      for answer in journey.answers {
        if earlier.answers.contains(where: { $0.token == answer.token && $0.value == answer.value }) { continue }
        let wasSent = exchanges.contains { $0.reply.status == 0 || $0.reply.status == 303 } && isSent(answer)
        let isKept = earlier.taken(at: answer.step).contains(answer.value)
        if !wasSent, !isKept {
          return Violation(
            .answer, "'\(answer.step)' has an answer that nobody sent for it: \(Self.text(answer.value)).")
        }
      }
      let isChanged = hasDied || sentAnswers.contains { $0.isAcknowledged && $0.isChange }
      for answer in earlier.answers where !isChanged && !journey.answers.contains(where: { $0.step == answer.step }) {
        return Violation(.stale, "The answer of '\(answer.step)' doesn't count any more, and nobody has changed one.")
      }
    }
    return nil
  }

  /// Whether the action has sent an answer. A server that died has sent no reply.
  private func isSent(_ answer: AnsweredVisit) -> Bool {
    if hasDied { return true }
    return sentAnswers.contains { $0.step == answer.step && $0.value == answer.value }
  }

  private var ended: Violation? {
    for exchange in exchanges where exchange.isOwn && exchange.reply.status == 303 {
      guard let posted = exchange.posted, posted.address.hasSuffix("/-/leave"),
        let journey = after.journeys.first(where: { posted.address.hasPrefix("\(door.base)/\($0.key)/") })
      else { continue }
      if journey.end == nil { return Violation(.ended, "The journey was left, and it hasn't ended.") }
    }
    for journey in before.journeys {
      guard let end = journey.end else { continue }
      let later = after[journey.number]?.end
      if later != end {
        return Violation(.ended, "The journey had ended (\(end)), and then it had not: \(later ?? "it is open").")
      }
    }
    return nil
  }

  // MARK: Pages

  private var pages: Violation? {
    for (page, snapshot) in loads {
      if let violation = check(page, snapshot) { return violation }
    }
    return nil
  }

  private func check(_ page: ShownPage, _ snapshot: JourneySnapshot) -> Violation? {
    guard page.posted == nil, page.status == 200, let form = page.form,
      let address = JourneyAddress(form.action, below: door.base), let step = address.step,
      let anyForm = door.form(step, snapshot.journey(at: address)?.assignments ?? [])
    else { return nil }
    guard let token = form.hidden("flow-visit").flatMap({ VisitToken($0) }), let journey = snapshot[token.run],
      journey.key == address.journey, JourneyAddress(page.address, below: door.base) == address
    else { return Violation(.page, "The page '\(step)' has no token of its visit.") }
    let isChange = form.hidden("flow-mode") == "change"
    let answer = journey.answers.first { $0.token == token && $0.step == step }
    guard isChange ? answer != nil : journey.open?.token == token && journey.open?.step == step else {
      return Violation(.page, "The page '\(step)' has the token \(token), whose visit isn't the one that it shows.")
    }
    let value = isChange ? answer?.value : journey.open?.refused?.value ?? journey.open?.proposal?.value
    let expected = anyForm.entry(of: value)
    let shown = FormEntry(posted: form.fields.map { ($0.name, $0.value) }, for: anyForm.outline)
    for field in anyForm.outline.fields where !field.isPrivate {
      if case .file = field.kind { continue }
      let isSame =
        if case .toggle = field.kind {
          ["", "no"].contains(shown.text(field.name)) == ["", "no"].contains(expected.text(field.name))
        } else {
          shown.texts(field.name).filter { !$0.isEmpty } == expected.texts(field.name).filter { !$0.isEmpty }
        }
      if !isSame {
        return Violation(
          .entered,
          "The page '\(step)' shows '\(shown.text(field.name))' as \(field.name), and '\(expected.text(field.name))' was entered."
        )
      }
    }
    return nil
  }
}
