import FlowDurable
import FlowForms
import FlowJSON
import WebServing

/// The answers that people send.
extension JourneyServer {
  /// Hands in the answer of a form, and returns the way on, the problems, or the reason why it wasn't taken.
  func answer(
    _ journey: Journey, _ step: String, _ form: AnyForm, _ fields: PostedFields, _ request: PageRequest
  ) async throws -> PageReply {
    let isOutdated = try isOutdated(fields, journey)
    if !isOutdated { try checkToken(fields, journey.cookie) }
    guard let token = fields[FormName.visit].flatMap(VisitToken.init), token.run == journey.run.number,
      let mode = FormMode(fields[FormName.mode], token)
    else { throw PageFault.malformed }
    let page = try page(fields, at: step)
    let (rest, moment) = try await rest(of: journey)
    let questions = fields.form.questions
    var answer = Answer(
      journey: journey, step: step, form: form, mode: mode, page: page,
      isOfOtherQuestions: questions != nil && questions != form.outline.digest, request: request, moment: moment)
    var standing = VisitStanding(token, step, rest, try answers(rest, journey, moment))
    var entered = entered(fields, form, at: step, earlier: standing)
    if isOutdated {
      if case .answered(let earlier) = standing, try isSame(form, entered.entry, earlier) {
        return .redirect(to: address(journey))
      }
      return try await stale(answer, entered.entry, now: nil)
    }
    // Each turn follows an answer of another tab, or the same one of a double click.
    for _ in 0..<4 {
      if let reply = try await follow(answer, &entered, standing) { return reply }
      answer.moment = try await journey.run.moment(within: settings.longPatience)
      let rest = try await journey.run.rest(at: answer.moment)
      let before = standing
      standing = VisitStanding(token, step, rest, try answers(rest, journey, answer.moment))
      // The files that the visit has kept are known only now.
      if case .unknown = before { entered = self.entered(fields, form, at: step, earlier: standing) }
    }
    let isUndecided = if case .unknown = standing { true } else { false }
    return try await stale(answer, entered.entry, now: isUndecided ? mode : nil, isUndecided: isUndecided)
  }

  /// Whether a form was shown before the cookie of the journey was replaced, or before the link that resumes the journey was used in the
  /// browser. Its answer is shown again, and not taken.
  private func isOutdated(_ fields: PostedFields, _ journey: Journey) throws -> Bool {
    guard let token = fields.form.token, JourneySecret.isHexadecimal(token),
      !token.isSameSecret(as: journey.cookie.secret.formToken)
    else { return false }
    return try settings.isResumable || mark(of: journey.run, at: journey.found) != nil
  }

  /// Returns the number of a page whose answer replaces the cookie; an empty text for other pages.
  private func page(_ fields: PostedFields, at step: String) throws(PageFault) -> String {
    guard step == settings.rotatingStep else { return "" }
    guard let page = fields[FormName.page], JourneySecret.isHexadecimal(page) else { throw .malformed }
    return page
  }

  /// An answer that a request has brought.
  struct Answer: Sendable {
    let journey: Journey
    let step: String
    let form: AnyForm
    let mode: FormMode
    /// The number of the page.
    let page: String
    /// Whether the page has asked other questions, such as those of an earlier version of the program. A page of a version without
    /// their digest counts as one with the same.
    let isOfOtherQuestions: Bool
    let request: PageRequest
    /// The run as it was read last.
    var moment: RunMoment
  }

  /// Follows an answer to a visit that stands so. Returns nil if the visit must be looked at again.
  private func follow(
    _ answer: Answer, _ entered: inout Entered, _ standing: VisitStanding
  ) async throws -> PageReply? {
    let (journey, mode, entry) = (answer.journey, answer.mode, entered.entry)
    switch (standing, mode) {
    case (.unknown, _): return nil
    case (.passed(let now), _):
      // A token of another step's visit belongs to another page.
      guard mode.token.step == answer.step || now != nil else { throw PageFault.malformed }
      // A double click on a sign-in that was changed, or that the run has forgotten.
      if let cookie = try renewedCookie(answer, entry) { return .redirect(to: address(journey)).setting(cookie) }
      // A double click on a change: the first one has made a new visit.
      if case .change(let token)? = now, !answer.isOfOtherQuestions, !answer.form.outline.fields.isEmpty,
        let current = try journey.run.answers(at: answer.moment).last(where: { $0.token == token }),
        try isSame(answer.form, entry, current)
      {
        return .redirect(to: address(journey))
      }
      return try await stale(answer, entry, now: now)
    case (.answered(let earlier), _):
      if try isSame(answer.form, entry, earlier) {
        return .redirect(to: address(journey)).setting(try renewedCookie(answer, entry))
      }
      if !earlier.canChange {
        return html(closedPage(answer.form, answer.step, journey, entry), status: 409, of: journey)
      }
      if case .answer = mode {
        return try await stale(answer, entry, now: .change(earlier.token))
      }
    case (.open, _): break
    }
    if answer.isOfOtherQuestions { return try await stale(answer, entry, now: nil) }
    let checked, value: JSONValue
    do {
      checked = try answer.form.answer(entry)
      value = try entered.keepFiles(in: settings.files) ? try answer.form.answer(entered.entry) : checked
    } catch let problems as FormProblems {
      return html(try await page(of: problems, answer, entered, standing), status: 422, of: journey)
    }
    let cookie = try nextCookie(answer, checked)
    var isChange = false
    if case .answered = standing { isChange = true }
    do {
      let moment = try await journey.run.answered(
        AnyForm.messageName(of: answer.step), value, at: mode.token, draft: cookie.mark?.draft, changing: isChange,
        keepingLater: true, within: settings.patience, from: answer.moment)
      let rest = try await journey.run.rest(at: moment)
      if case .answer(let token) = mode {
        if case .page(let visit) = rest, visit.token == token, visit.refused?.value == value {
          // Shown at once. If the person were sent to the page of the visit, another tab's answer could come first.
          // Then the refusal would not be shown.
          let left = try await touch(visit, journey, moment)
          return html(page(visit, answer.form, journey, left: left), status: 422, of: journey)
        }
        // Refused, and another tab's answer was taken before this one could be shown.
        if case .answered(let other) = VisitStanding(token, answer.step, rest, try answers(rest, journey, moment)),
          try !isSame(answer.form, entered.entry, other)
        {
          return nil
        }
      }
      return try await leadOn(answer, entered.entry, rest, moment, cookie)
    } catch DurableRunError.visitPassed {
      return nil
    } catch StoreError.runEnded {
      return nil
    } catch DurableRunError.finalStep {
      return html(closedPage(answer.form, answer.step, journey, entry), status: 409, of: journey)
    }
  }

  /// Returns the page of a visit with the problems of an entry. The time of the visit starts again, as it does for its page.
  private func page(
    of problems: FormProblems, _ answer: Answer, _ entered: Entered, _ standing: VisitStanding
  ) async throws -> JourneyPage {
    let (journey, form, entry) = (answer.journey, answer.form, entered.shown)
    let problems = problems.problems.map { (field: $0.field, sentence: $0.sentence) }
    switch standing {
    case .open(let visit):
      return page(visit, form, journey, left: try await touch(visit, journey, answer.moment), entry, problems)
    case .answered(let earlier):
      return page(earlier, form, try journey.run.answers(at: answer.moment), journey, entry, problems)
    case .passed, .unknown: return formPage(form, answer.step, journey, answer.mode, entry, problems)
    }
  }

  /// Returns the way on after an answer, with the new cookie unless the step has refused the answer.
  private func leadOn(
    _ answer: Answer, _ entry: FormEntry, _ rest: RunRest<Result>, _ moment: RunMoment,
    _ cookie: (mark: CookieMark?, header: String?)
  ) async throws -> PageReply {
    let journey = answer.journey
    guard let header = cookie.header else { return .redirect(to: address(rest, journey)) }
    var (rest, moment) = (rest, moment)
    // The new cookie counts when the step has taken the answer. Until then, a browser with it would see nothing.
    for _ in 0..<10 {
      if try CookieMark(of: journey.run, at: moment)?.secret == cookie.mark?.secret {
        return .redirect(to: address(rest, journey)).setting(header)
      }
      guard case .works = rest else { return .redirect(to: address(rest, journey)) }
      moment = try await journey.run.moment(within: settings.longPatience)
      rest = try await journey.run.rest(at: moment)
    }
    // The same page again brings the cookie.
    return try await stale(answer, entry, now: answer.mode, isUndecided: true)
  }

  /// Whether an entry is the answer that a visit has already.
  func isSame(_ form: AnyForm, _ entry: FormEntry, _ earlier: AnsweredVisit) throws -> Bool {
    do { return try form.answer(entry) == earlier.value } catch is FormProblems { return false }
  }

  /// Returns the page of an answer that wasn't taken: why, what was sent, and the way on. It offers the visit that can take the entry
  /// now. An answer is undecided if the run still works, for instance because no worker is there, and has no other one.
  private func stale(
    _ answer: Answer, _ entry: FormEntry, now: FormMode?, isUndecided: Bool = false
  ) async throws -> PageReply {
    let (journey, form) = (answer.journey, answer.form)
    var page =
      isUndecided
      ? undecidedPage(journey)
      : stalePage(
        "This page was answered before, here or in another tab. Nothing has changed. This is what you sent now:",
        journey)
    let isLate = try await hasExpired(answer.mode.token, journey)
    if isLate, !isUndecided {
      page.sentences = ["The time for this page was over before you sent it. This is what you sent:"]
    } else if answer.isOfOtherQuestions, !isUndecided {
      page.sentences = ["The questions have changed since you opened this page. This is what you sent:"]
    }
    // The way on ends when a sign-in is taken, and only the same page again brings the new cookie.
    if isUndecided, answer.step == settings.rotatingStep { page.links = [] }
    page.rows = form.outline.rows(entry, change: nil)
    // A password or a file isn't written into a page, and nobody confirms what this page doesn't show.
    let isPlain = form.outline.fields.allSatisfy { field in
      if case .file = field.kind { false } else { !field.isPrivate }
    }
    if let now, isPlain, !answer.isOfOtherQuestions, isUndecided || !form.outline.fields.isEmpty {
      // The number of the page stays, because it brings the cookie of an answer that is taken meanwhile.
      let number = isUndecided ? answer.page : nil
      page.form = JourneyPage.Form(
        address: address(journey, answer.step),
        hidden: hidden(now, form, answer.step, journey, number: number) + pairs(entry),
        button: isUndecided ? "Send it again" : "Use this answer instead")
    } else if isUndecided, answer.step == settings.rotatingStep, !form.outline.fields.isEmpty {
      // A page that the browser loads anew has another number. Passwords and files are entered once more.
      var typed = form.outline.kept(entry)
      for field in form.outline.fields { if case .file = field.kind { typed[field.name] = nil } }
      page.rows = []
      page.form = formPage(form, answer.step, journey, answer.mode, typed, [], number: answer.page).form
      page.form?.button = "Send it again"
    } else if isUndecided {
      page.sentences = ["Go back, and send it again in a moment. An answer that was sent twice counts once."]
    } else if form.outline.fields.isEmpty {
      page.sentences = [
        isLate
          ? "The time for this page was over before you sent it. Nothing was confirmed now."
          : "This page was answered before, or an answer has changed since. Nothing was confirmed now."
      ]
    }
    return html(page, status: isUndecided ? 503 : 409, of: journey)
  }

  /// Returns the page of an answer that wasn't taken, with the way on.
  func stalePage(_ reason: String, _ journey: Journey) -> JourneyPage {
    var page = JourneyPage(.stale, "Your answer was not saved", [reason])
    page.links = [JourneyPage.Link(label: "Continue with what is saved", address: address(journey))]
    return page
  }

  /// Returns the page of an answer that the run can't take yet, for instance because no worker is there. An earlier answer to the
  /// visit can be on its way.
  func undecidedPage(_ journey: Journey) -> JourneyPage {
    var page = JourneyPage(
      .stale, "Your answer is not saved yet", ["Send it again in a moment. An answer that was sent twice counts once."])
    page.links = [JourneyPage.Link(label: "Continue with what is saved", address: address(journey))]
    return page
  }

  /// Whether the time of a visit has passed without an answer, as far as the store still has its records.
  private func hasExpired(_ token: VisitToken, _ journey: Journey) async throws -> Bool {
    var last = 0
    while true {
      let records = try await worker.store.records(of: token.run, after: last, limit: 1_000)
      for record in records {
        guard case .settled(let settled) = record.body, settled.step == token.step, settled.visit == token.number
        else { continue }
        return settled.result == nil && settled.failure == nil
      }
      guard records.count == 1_000, let number = records.last?.number else { return false }
      last = number
    }
  }

  private func pairs(_ entry: FormEntry) -> [(name: String, value: String)] {
    entry.answers.sorted { $0.key < $1.key }.flatMap { name, answer -> [(name: String, value: String)] in
      switch answer {
      case .text(let text): [(name, text)]
      case .texts(let texts): texts.map { (name, $0) }
      case .file: []
      }
    }
  }
}
