import FlowChains
import FlowDurable
import FlowForms
import FlowMarkup
import WebServing

/// The pages that show where a journey stands.
extension JourneyServer {
  // MARK: Places

  /// Returns the page of the place where a journey stands, or a redirection to the page of an open visit.
  func standing(_ journey: Journey) async throws -> PageReply {
    let (rest, _) = try await rest(of: journey)
    if case .page(let visit) = rest, hasPage(visit, journey) { return .redirect(to: address(journey, visit.step)) }
    return html(page(rest, journey), of: journey)
  }

  /// Returns the page of a step: of the open visit, or of an earlier answer.
  func page(of step: String, _ journey: Journey, _ request: PageRequest) async throws -> PageReply {
    let (rest, moment) = try await rest(of: journey)
    if case .page(let visit) = rest, visit.step == step, let screen = screen(of: visit, journey) {
      return try await screenPage(visit, screen, journey, moment, request)
    }
    if case .page(let visit) = rest, visit.step == step, let form = form(of: visit, journey) {
      let left = try await touch(visit, journey, moment)
      return html(page(visit, form, journey, left: left), of: journey)
    }
    let form = form(at: step, journey)
    guard form != nil || screen(at: step, journey) != nil else { throw PageFault.noPage }
    let answers = try answers(rest, journey, moment)
    // A person who is sent to a page that isn't reached yet continues where the journey stands.
    guard let answer = answers.last(where: { $0.step == step }) else { return .redirect(to: address(journey)) }
    guard let form else { return try answeredPage(answer, answers, journey) }
    return html(page(answer, form, answers, journey), of: journey)
  }

  /// Returns the address of the place where a journey stands.
  func place(of journey: Journey) async throws -> String {
    address(try await rest(of: journey).rest, journey)
  }

  func address(_ rest: RunRest<Result>, _ journey: Journey) -> String {
    if case .page(let visit) = rest, hasPage(visit, journey) { address(journey, visit.step) } else { address(journey) }
  }

  func address(_ journey: Journey, _ step: String) -> String { "\(base)/\(journey.id)/\(step.percentEncoded)" }

  func address(_ journey: Journey) -> String { "\(base)/\(journey.id)" }

  /// Returns the form that answers a visit; nil if the visit waits for something else.
  func form(of visit: OpenVisit, _ journey: Journey) -> AnyForm? {
    guard let form = form(at: visit.step, journey), visit.awaits.contains(AnyForm.messageName(of: visit.step))
    else {
      return nil
    }
    return form
  }

  /// Returns the form of a step as a journey shows it; nil if the step shows none.
  func form(at step: String, _ journey: Journey) -> AnyForm? {
    let form = flow.definition.form(at: step, for: journey.found.assignments)
    return form ?? (ownStep(step, journey) == nil ? flow.definition.form(at: step) : nil)
  }

  /// Returns a step of a journey's variant; nil if only another variant has it. Its page leads back to the journey.
  func ownStep(_ step: String, _ journey: Journey) -> DeclaredStep? {
    flow.definition.chain(for: journey.found.assignments)?[step]
  }

  private func hasPage(_ visit: OpenVisit, _ journey: Journey) -> Bool {
    form(of: visit, journey) != nil || screen(of: visit, journey) != nil
  }

  /// Waits until the run of a journey rests, but not for long, and returns the place and the run.
  func rest(of journey: Journey) async throws -> (rest: RunRest<Result>, moment: RunMoment) {
    let moment = try await journey.run.moment(orRestAfter: journey.found, within: settings.patience)
    return (try await journey.run.rest(at: moment), moment)
  }

  /// Returns the answers of a run that rests.
  func answers(_ rest: RunRest<Result>, _ journey: Journey, _ moment: RunMoment) throws -> [AnsweredVisit] {
    if case .page(let visit) = rest { visit.earlier } else { try journey.run.answers(at: moment) }
  }

  /// The time that is left for a visit.
  struct TimeLeft: Sendable {
    var time: Duration
    /// Whether the time starts again when the page is opened. The time limit of the run doesn't.
    var startsAgain: Bool
  }

  /// Restarts the time limit of a visit when a quarter of it has passed.
  ///
  /// - Parameters:
  ///   - visit: The visit.
  ///   - journey: Its journey.
  ///   - moment: The run as it was read last.
  ///   - isOfPerson: Whether a person has asked. An open page that follows a screen by itself doesn't restart the time.
  /// - Returns: The time that is left; nil if there is no limit.
  /// - Throws: An error of the store.
  @discardableResult
  func touch(
    _ visit: OpenVisit, _ journey: Journey, _ moment: RunMoment, isOfPerson: Bool = true
  ) async throws -> TimeLeft? {
    guard let end = visit.expires else { return nil }
    let now = try await worker.store.now()
    let began = moment.summary.changed
    let (limit, passed) = (end.duration(since: began), now.duration(since: began))
    var left = TimeLeft(time: end.duration(since: now), startsAgain: true)
    if passed * 4 > limit, isOfPerson, visit.runExpires != end {
      // A run can end meanwhile. Its page is shown as it was read, and an answer to it leads to the end.
      do { try await journey.run.touch() } catch StoreError.runEnded {}
      left.time = limit
    }
    if let last = visit.runExpires?.duration(since: now), last <= left.time {
      left = TimeLeft(time: last, startsAgain: false)
    }
    return left
  }

  // MARK: Forms

  /// Returns the page of an open visit, with the answer that its step has refused.
  func page(_ visit: OpenVisit, _ form: AnyForm, _ journey: Journey, left: TimeLeft?) -> JourneyPage {
    page(
      visit, form, journey, left: left, form.entry(of: visit.refused?.value ?? visit.proposal?.value),
      visit.refused?.problems.map { ($0.field, $0.sentence) } ?? [])
  }

  /// Returns the page of an open visit with an entry.
  func page(
    _ visit: OpenVisit, _ form: AnyForm, _ journey: Journey, left: TimeLeft?, _ entry: FormEntry,
    _ problems: [(field: String?, sentence: String)]
  ) -> JourneyPage {
    var page = formPage(form, visit.step, journey, .answer(visit.token), entry, problems)
    page.back = back(visit.earlier, journey)
    if form.outline.fields.isEmpty { page.rows = rows(visit.earlier, journey) }
    if let left { page.sentences.append(timeLeft(left)) }
    return page
  }

  func timeLeft(_ left: TimeLeft) -> String {
    let sentence = "Answer within \(left.time.inWords)."
    return left.startsAgain ? sentence + " The time starts again when you open or send a page." : sentence
  }

  /// Returns the page of an earlier answer.
  func page(
    _ answer: AnsweredVisit, _ form: AnyForm, _ answers: [AnsweredVisit], _ journey: Journey,
    _ entered: FormEntry? = nil, _ problems: [(field: String?, sentence: String)] = []
  ) -> JourneyPage {
    let entry = entered ?? form.entry(of: answer.value)
    let before = answers.prefix { $0.step != answer.step }
    guard answer.canChange else {
      return closedPage(form, answer.step, journey, entry, back: back(Array(before), journey))
    }
    var page = formPage(form, answer.step, journey, .change(answer.token), entry, problems)
    page.back = back(Array(before), journey)
    if form.outline.fields.isEmpty { page.rows = rows(Array(before), journey) }
    page.links = [JourneyPage.Link(label: "Continue without a change", address: address(journey))]
    return page
  }

  /// Returns a page with a form, and with a number; nil for a new one.
  func formPage(
    _ form: AnyForm, _ step: String, _ journey: Journey, _ mode: FormMode, _ entry: FormEntry,
    _ problems: [(field: String?, sentence: String)], number: String? = nil
  ) -> JourneyPage {
    let isCheck = form.outline.fields.isEmpty
    var page = JourneyPage(isCheck ? .check : .form, title(form, step))
    page.problems = problems.map { problem in
      JourneyPage.Problem(
        id: problem.field.flatMap { form.outline[$0] }.map { JourneyPage.id(of: $0) }, sentence: problem.sentence)
    }
    // A style of one's own must not show a password either.
    var shown = form.outline.kept(entry)
    shown[FormName.removed] = entry[FormName.removed]
    let fields = form.outline.fields.map { field in
      JourneyPage.Field(
        outline: field, entry: shown, problems: problems.filter { $0.field == field.name }.map(\.sentence))
    }
    let kept = form.outline.fields.compactMap { field -> (name: String, value: String)? in
      guard case .file(let file)? = shown[field.name] else { return nil }
      return (FormName.kept, FormName.kept(file, in: field.name))
    }
    page.form = JourneyPage.Form(
      address: address(journey, step), hidden: hidden(mode, form, step, journey, number: number) + kept,
      fields: fields,
      button: settings.buttons[step] ?? (isCheck ? "Confirm" : "Continue"))
    page.leave = leaveLink(journey)
    if settings.isResumable {
      page.resume = JourneyPage.Link(label: "Continue on another device", address: address(journey) + "/-/resume")
    }
    return page
  }

  /// Returns the hidden inputs of a form, with the number of its page; nil for a new one.
  func hidden(
    _ mode: FormMode, _ form: AnyForm, _ step: String, _ journey: Journey, number: String? = nil
  ) -> [(name: String, value: String)] {
    let hidden = [
      (FormName.visit, mode.token.description),
      (FormName.form, "\(journey.cookie.secret.formToken).\(form.outline.digest)"), (FormName.mode, mode.name),
    ]
    return step == settings.rotatingStep ? hidden + [(FormName.page, number ?? RandomToken.make())] : hidden
  }

  /// Returns the page of an answer that can't be changed.
  func closedPage(
    _ form: AnyForm, _ step: String, _ journey: Journey, _ entry: FormEntry, back: JourneyPage.Link? = nil
  ) -> JourneyPage {
    var page = JourneyPage(.closed, title(form, step), ["This answer can't be changed any more."])
    page.rows = form.outline.rows(form.outline.kept(entry), change: nil)
    page.back = back
    page.links = [JourneyPage.Link(label: "Continue", address: address(journey))]
    return page
  }

  func title(_ form: AnyForm, _ step: String) -> String {
    if !form.outline.title.isEmpty { return form.outline.title }
    return form.outline.fields.isEmpty ? "Check your answers" : title(step)
  }

  func title(_ step: String) -> String { step.prefix(1).uppercased() + step.dropFirst() }

  /// Returns the answers so far, each with a link that changes it.
  private func rows(_ answers: [AnsweredVisit], _ journey: Journey) -> [JourneyPage.Row] {
    answers.flatMap { answer -> [JourneyPage.Row] in
      guard let form = form(at: answer.step, journey) else {
        guard screen(at: answer.step, journey) != nil else { return [] }
        let change = answer.canChange ? changeAddress(journey, answer.step) : nil
        return [JourneyPage.Row(label: title(answer.step), value: ["Answered"], change: change)]
      }
      return form.outline.rows(
        form.entry(of: answer.value), change: answer.canChange ? address(journey, answer.step) : nil)
    }
  }

  func back(_ answers: [AnsweredVisit], _ journey: Journey) -> JourneyPage.Link? {
    let answer = answers.last { form(at: $0.step, journey) != nil || screen(at: $0.step, journey) != nil }
    return answer.map { JourneyPage.Link(label: "Back", address: address(journey, $0.step)) }
  }

  func leaveLink(_ journey: Journey) -> JourneyPage.Link {
    JourneyPage.Link(label: "Leave without finishing", address: address(journey) + "/-/leave")
  }
}

/// The purpose of a form: the answer to an open visit, or a change of an earlier answer.
enum FormMode: Sendable, Hashable {
  case answer(VisitToken)
  case change(VisitToken)

  init?(_ name: String?, _ token: VisitToken) {
    switch name {
    case "answer": self = .answer(token)
    case "change": self = .change(token)
    default: return nil
    }
  }

  var token: VisitToken {
    switch self {
    case .answer(let token), .change(let token): token
    }
  }

  var name: String {
    switch self {
    case .answer: "answer"
    case .change: "change"
    }
  }
}

extension Duration {
  /// The duration in whole minutes, hours, or days, rounded down.
  var inWords: String {
    let seconds = max(1, components.seconds)
    let (count, unit) =
      switch seconds {
      case ..<120: (seconds, "second")
      case ..<7_200: (seconds / 60, "minute")
      case ..<172_800: (seconds / 3_600, "hour")
      default: (seconds / 86_400, "day")
      }
    return "\(count) \(unit)\(count == 1 ? "" : "s")"
  }
}
