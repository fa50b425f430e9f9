import FlowDurable
import FlowForms
import FlowJSON
import WebServing

/// The cookie that replaces that of a journey at a sign-in.
///
/// It follows from the earlier cookie, and from a random number of the page that was answered. So a double click gets the
/// same one twice, and somebody else who has the earlier cookie gets none.
extension JourneyServer {
  /// Returns the mark that an answer with a value keeps, and the header of a new cookie if the step replaces it.
  func nextCookie(_ answer: Answer, _ value: JSONValue) throws -> (mark: CookieMark?, header: String?) {
    let journey = answer.journey
    let mark = try mark(of: journey.run, at: answer.moment)
    guard let rotatingStep = settings.rotatingStep, answer.step == rotatingStep else { return (mark, nil) }
    let cookie = successor(of: journey.cookie, answer.mode.token, answer.page)
    let next = CookieMark(cookie.secret, turn: (mark?.turn ?? 0) + 1, answer: digest(of: value, for: cookie))
    return (next, settings.header(cookie, for: answer.request))
  }

  /// Returns the header of the cookie that has replaced that of a double click; nil if the same answer hasn't replaced it.
  func renewedCookie(_ answer: Answer, _ entry: FormEntry) throws -> String? {
    guard answer.step == settings.rotatingStep else { return nil }
    let run = answer.journey.run
    let cookie = successor(of: answer.journey.cookie, answer.mode.token, answer.page)
    guard let mark = try mark(of: run, at: answer.moment), mark.isOf(cookie.secret) else { return nil }
    let earlier = try run.answers(at: answer.moment).last { $0.step == answer.step }
    guard try hasBrought(entry, answer.form, cookie, mark, earlier) else { return nil }
    return settings.header(cookie, for: answer.request)
  }

  /// Follows an answer whose cookie doesn't count, and which may be the second of a double click: it has the number of
  /// the page whose answer has replaced the cookie, and the same answer.
  ///
  /// - Throws: ``PageFault/noJourney`` in all other cases, whatever the request has: nobody learns anything about a journey.
  func answerAgain(_ id: String, _ step: String, _ request: PageRequest, _ body: Body) async throws -> PageReply {
    let cookies = cookies(request).filter { $0.journey == id }
    // The body is read before the store, whatever the variant of the run is.
    guard !cookies.isEmpty, let anyForm = flow.definition.form(at: step),
      let fields = try await readable(request, body, anyForm), let page = fields[FormName.page],
      let token = fields[FormName.visit].flatMap(VisitToken.init),
      let (run, found) = try await worker.read(flow, key: id),
      let form = flow.definition.form(at: step, for: found.assignments), token.run == run.number,
      let mark = try mark(of: run, at: found)
    else { throw PageFault.noJourney }
    for cookie in cookies {
      let next = successor(of: cookie, token, page)
      guard mark.isOf(next.secret), fields.form.token?.isSameSecret(as: cookie.secret.formToken) == true else {
        continue
      }
      let earlier = try run.answers(at: found).last { $0.step == step }
      let entered = entered(fields, form, at: step, before: earlier.map { form.entry(of: $0.value) })
      guard try hasBrought(entered.entry, form, next, mark, earlier) else { break }
      return .redirect(to: "\(base)/\(id)").setting(settings.header(next, for: request))
    }
    throw PageFault.noJourney
  }

  /// Whether an entry is the answer that has brought a cookie. A run may have forgotten the answer, or have it at a later visit, because
  /// it has changed one.
  private func hasBrought(
    _ entry: FormEntry, _ form: AnyForm, _ cookie: JourneyCookie, _ mark: CookieMark, _ earlier: AnsweredVisit?
  ) throws -> Bool {
    if let earlier, try isSame(form, entry, earlier) { return true }
    guard let answer = mark.answer else { return false }
    do {
      let value = try form.answer(entry)
      return answer.isSameSecret(as: digest(of: value, for: cookie))
    } catch is FormProblems { return false }
  }

  /// Returns the digest of an answer that brings a cookie. Without the key of the servers, nobody can try out passwords with it.
  private func digest(of answer: JSONValue, for cookie: JourneyCookie) -> String {
    JourneySecret.derived("answer", from: settings.key, cookie.secret.text, answer.canonicalText).text
  }

  /// Reads the fields of a request; nil if they can't be read.
  private func readable(_ request: PageRequest, _ body: Body, _ form: AnyForm) async throws -> PostedFields? {
    do { return try await fields(request, body, for: form, mayBeLarge: false) } catch is PageFault { return nil }
  }

  /// Returns the cookie that follows from that of an answer. A double click gets the same one twice.
  private func successor(of cookie: JourneyCookie, _ token: VisitToken, _ page: String) -> JourneyCookie {
    JourneyCookie(cookie.journey, cookie.secret.next(settings.key, "\(token) \(page)"))
  }
}
