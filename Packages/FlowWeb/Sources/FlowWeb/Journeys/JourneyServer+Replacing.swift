import FlowDurable
import FlowForms
import WebServing

/// The cookie that replaces that of a journey at a sign-in.
///
/// It follows from the earlier cookie, and from a random number of the page that was answered. So a double click gets the
/// same one twice, and somebody else who has the earlier cookie gets none.
extension JourneyServer {
  /// Returns the mark that the answer keeps, and the header of a new cookie if the step replaces it.
  func nextCookie(_ answer: Answer) throws -> (mark: CookieMark?, header: String?) {
    let journey = answer.journey
    let mark = try mark(of: journey.run, at: answer.moment)
    guard let rotatingStep = settings.rotatingStep, answer.step == rotatingStep else { return (mark, nil) }
    let cookie = successor(of: journey.cookie, answer.mode.token, answer.page)
    return (
      CookieMark(cookie.secret, turn: (mark?.turn ?? 0) + 1), settings.header(cookie, for: answer.request)
    )
  }

  /// Returns the header of the cookie that has replaced that of a double click; nil if it wasn't replaced.
  func renewedCookie(_ answer: Answer) throws -> String? {
    guard answer.step == settings.rotatingStep else { return nil }
    let cookie = successor(of: answer.journey.cookie, answer.mode.token, answer.page)
    guard let mark = try mark(of: answer.journey.run, at: answer.moment), mark.isOf(cookie.secret) else { return nil }
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
      guard mark.isOf(next.secret), fields[FormName.form]?.isSameSecret(as: cookie.secret.formToken) == true else {
        continue
      }
      let answers = try run.answers(at: found)
      guard let earlier = answers.last(where: { $0.token == token && $0.step == step }) else { break }
      let entered = entered(fields, form, at: step, before: form.entry(of: earlier.value))
      guard try isSame(form, entered.entry, earlier) else { break }
      return .redirect(to: "\(base)/\(id)").setting(settings.header(next, for: request))
    }
    throw PageFault.noJourney
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
