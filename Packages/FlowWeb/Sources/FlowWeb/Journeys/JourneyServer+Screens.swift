import FlowChains
import FlowDurable
import FlowJSON
import FlowForms
import FlowMarkup
import FlowScreens
import FlowState
import WebServing

/// The screens of steps, such as those of flow documents.
///
/// A screen lives in this process, in a session of one visit. Only its result is stored, as the answer of the visit. In another process, and
/// after a restart, the screen begins anew.
extension JourneyServer {
  /// A visit that a screen answers.
  struct ScreenVisit: Sendable {
    let journey: Journey
    let step: String
    let screen: any DurableScreen
    let token: VisitToken
    /// Whether the visit has an answer, which this one replaces.
    let isChange: Bool

    /// The name of its session.
    var session: String { JourneyServer.session(of: token, isChange: isChange, journey) }
  }

  private static func session(of token: VisitToken, isChange: Bool, _ journey: Journey) -> String {
    // Only this browser can follow the session.
    "\(journey.cookie.secret.formToken) \(isChange ? "change" : "answer") \(token)"
  }

  /// Returns the screen of a step in any variant; nil if it has none.
  func screen(at step: String) -> (any DurableScreen)? {
    flow.definition.chains.lazy.compactMap { $0[step]?.screen }.first
  }

  /// Returns the screen of a step as a journey shows it; nil if the step shows none.
  func screen(at step: String, _ journey: Journey) -> (any DurableScreen)? {
    if let own = ownStep(step, journey) { own.screen } else { screen(at: step) }
  }

  /// Returns the screen that answers a visit; nil if the visit waits for something else.
  func screen(of visit: OpenVisit, _ journey: Journey) -> (any DurableScreen)? {
    guard let screen = screen(at: visit.step, journey),
      visit.awaits.contains(type(of: screen).messageName(of: visit.step))
    else { return nil }
    return screen
  }

  func address(_ visit: ScreenVisit) -> String {
    visit.isChange ? changeAddress(visit.journey, visit.step) : address(visit.journey, visit.step)
  }

  /// The address at which the answer of a screen is given anew.
  func changeAddress(_ journey: Journey, _ step: String) -> String {
    "\(address(journey))/-/change/\(step.percentEncoded)"
  }

  // MARK: Showing

  /// Returns the page of the screen of an open visit.
  func screenPage(
    _ visit: OpenVisit, _ screen: any DurableScreen, _ journey: Journey, _ moment: RunMoment, _ request: PageRequest
  ) async throws -> PageReply {
    let left = try await touch(visit, journey, moment, isOfPerson: request.isOfPerson)
    let own = ScreenVisit(
      journey: journey, step: visit.step, screen: screen, token: visit.token, isChange: false)
    return try await shown(own, request) { page in
      page.problems = (visit.refused?.problems ?? []).map { JourneyPage.Problem(id: nil, sentence: $0.sentence) }
      page.back = back(visit.earlier, journey)
      if let left { page.sentences = [timeLeft(left)] }
    }
  }

  /// Returns the page of a screen that was answered: the way on, and a way to answer it again.
  func answeredPage(
    _ answer: AnsweredVisit, _ answers: [AnsweredVisit], _ journey: Journey
  ) throws -> PageReply {
    let name = Self.session(of: answer.token, isChange: false, journey)
    // A person who has seen the screen end is led on.
    if let session = screens.session(name), let reply = try wayOn(session, journey) { return reply }
    var page = JourneyPage(
      .closed, title(answer.step),
      [answer.canChange ? "This is answered." : "This answer can't be changed any more."])
    page.back = back(Array(answers.prefix { $0.step != answer.step }), journey)
    page.links = [JourneyPage.Link(label: "Continue", address: address(journey))]
    if answer.canChange {
      page.links.append(JourneyPage.Link(label: "Answer it again", address: changeAddress(journey, answer.step)))
    }
    return html(page, of: journey)
  }

  /// Returns the page of a screen whose answer is given anew.
  func changePage(of step: String, _ journey: Journey, _ request: PageRequest) async throws -> PageReply {
    guard let screen = screen(at: step, journey) else { throw PageFault.noPage }
    let (rest, moment) = try await rest(of: journey)
    let answers = try answers(rest, journey, moment)
    guard let answer = answers.last(where: { $0.step == step }), answer.canChange else {
      return .redirect(to: address(journey, step))
    }
    let visit = ScreenVisit(journey: journey, step: step, screen: screen, token: answer.token, isChange: true)
    return try await shown(visit, request) { page in
      page.links = [JourneyPage.Link(label: "Continue without a change", address: address(journey))]
    }
  }

  /// Returns the page of a screen as it is now, and begins it if it hasn't begun.
  private func shown(
    _ visit: ScreenVisit, _ request: PageRequest, _ change: (inout JourneyPage) -> Void
  ) async throws -> PageReply {
    for _ in 0..<3 {
      let session = try session(of: visit)
      await session.settle(within: settings.patience)
      if let screen = await session.onScreen({ $0.page(isSeen: request.isOfPerson) }) {
        var page = JourneyPage(.screen, screen.title.isEmpty ? title(visit.step) : screen.title)
        page.content = screen.form(
          to: address(visit), following: "\(address(visit.journey))/-/changes/\(path(of: visit))",
          hidden: [
            (FormName.form, visit.journey.cookie.secret.formToken), (FormName.visit, visit.token.description),
          ])
        page.refresh = screen.refresh
        page.leave = leaveLink(visit.journey)
        change(&page)
        return html(page, of: visit.journey)
      }
      if let reply = try end(session, visit) { return reply }
    }
    return html(workingPage, of: visit.journey)
  }

  private func path(of visit: ScreenVisit) -> String {
    "\(visit.isChange ? "change" : "answer")/\(visit.token.description.percentEncoded)"
  }

  /// Returns the changes of a screen, for as long as the browser stays.
  func changes(_ kind: String, _ token: String, after version: String, _ journey: Journey) -> PageReply {
    guard let token = VisitToken(token), let version = Int(version),
      let session = screens.session(Self.session(of: token, isChange: kind == "change", journey)),
      let changes = session.changes(after: version)
    else {
      // A browser doesn't try again.
      return PageReply(status: 204, headers: [("cache-control", "no-store")], body: "")
    }
    return PageReply(status: 200, headers: [], body: "", changes: changes)
  }

  // MARK: Pressing

  /// Follows the form of a screen.
  func press(
    _ journey: Journey, _ step: String, _ screen: any DurableScreen, isChange: Bool, _ fields: PostedFields
  ) async throws -> PageReply {
    try checkToken(fields, journey.cookie)
    guard let token = fields[FormName.visit].flatMap(VisitToken.init), token.run == journey.run.number else {
      throw PageFault.malformed
    }
    let post = try PostedScreen(fields)
    let visit = ScreenVisit(journey: journey, step: step, screen: screen, token: token, isChange: isChange)
    var (rest, moment) = try await rest(of: journey)
    for _ in 0..<4 {
      switch (VisitStanding(token, step, rest, try answers(rest, journey, moment)), isChange) {
      case (.open(let open), false):
        let reply = try await press(post, visit)
        // The script loads the page after that, which isn't a person's request. A result is never behind a touch, with which a
        // worker has to deal first.
        if let session = screens.session(visit.session), await session.onScreen({ _ in true }) == true {
          _ = try? await touch(open, journey, moment)
        }
        return reply
      case (.answered(let answer), true):
        return answer.canChange ? try await press(post, visit) : .redirect(to: address(journey, step))
      case (.unknown, _):
        moment = try await journey.run.moment(within: settings.longPatience)
        rest = try await journey.run.rest(at: moment)
      case (.open, true), (.answered, false), (.passed, _): return latePress(post, visit)
      }
    }
    if isRepeated(post, visit) { return .redirect(to: address(journey)) }
    return html(undecidedPage(journey), status: 503, of: journey)
  }

  private func press(_ post: PostedScreen, _ visit: ScreenVisit) async throws -> PageReply {
    let session = try session(of: visit)
    await session.settle(within: settings.patience)
    // A form of another process is late on the new screen, which says so.
    _ = await session.onScreen { $0.take(post) }
    await session.settle(within: settings.patience)
    if case .answered(.success(.taken))? = session.ending {
      // Both presses of a double click lead on.
      _ = session.takeEnding()
      return .redirect(to: address(visit.journey))
    }
    return try end(session, visit) ?? .redirect(to: address(visit))
  }

  /// Returns the reply to a press on the screen of a visit that has passed.
  private func latePress(_ post: PostedScreen, _ visit: ScreenVisit) -> PageReply {
    isRepeated(post, visit) ? .redirect(to: address(visit.journey)) : stale(visit.journey)
  }

  /// Whether a press is the second one of a double click, whose first one has been seen taken.
  private func isRepeated(_ post: PostedScreen, _ visit: ScreenVisit) -> Bool {
    screens.session(visit.session)?.isRepeated(post) ?? false
  }

  private func stale(_ journey: Journey) -> PageReply {
    let page = stalePage("This page was answered before, here or in another tab. Nothing has changed.", journey)
    return html(page, status: 409, of: journey)
  }

  // MARK: Sessions

  /// Returns the session of a visit, which shows its screen.
  private func session(of visit: ScreenVisit) throws -> BrowserSession {
    switch screens.open(visit.session, from: "") {
    case .full: throw PageFault.unavailable
    case .existing(let session): return session
    case .opened(let session):
      let presenter = BrowserPresenter(session: session, images: ImagePlaces())
      let playing = Task {
        do {
          session.end(.answered(.success(try await play(visit, on: presenter))))
        } catch is CancellationError {
          session.end(.cancelled)
        } catch {
          session.end(.answered(.failure(error)))
        }
      }
      session.begin { playing.cancel() }
      return session
    }
  }

  /// Shows a screen to its end, and hands its result in.
  private func play(_ visit: ScreenVisit, on presenter: BrowserPresenter) async throws -> BrowserSession.Answering {
    guard let result = try await visit.screen.result(on: presenter, with: try await visit.journey.run.values()) else {
      return .left
    }
    // A command on the way, such as a touch, keeps the store from taking an answer until a worker has dealt with it.
    // The session ends before that many.
    for _ in 0..<10_000 {
      let answering = try await handIn(result, of: visit)
      guard case .passed = answering else { return answering }
      let moment = try await visit.journey.run.moment(within: settings.longPatience)
      let rest = try await visit.journey.run.rest(at: moment)
      switch VisitStanding(visit.token, visit.step, rest, try answers(rest, visit.journey, moment)) {
      case .open, .unknown: continue
      case .answered, .passed: return .passed
      }
    }
    return .passed
  }

  private func handIn(_ result: JSONValue, of visit: ScreenVisit) async throws -> BrowserSession.Answering {
    let run = visit.journey.run
    do {
      let draft = try mark(of: run, at: try await run.moment())?.draft
      let moment = try await run.answered(
        type(of: visit.screen).messageName(of: visit.step), result, at: visit.token, draft: draft,
        changing: visit.isChange, keepingLater: true, within: settings.patience)
      if case .page(let open) = try await run.rest(at: moment), open.token == visit.token { return .refused }
      return .taken
    } catch DurableRunError.visitPassed {
      return .passed
    } catch DurableRunError.finalStep {
      return .passed
    } catch StoreError.runEnded {
      return .passed
    }
  }

  /// Removes a session that has ended, so that its screen begins anew, and returns the way on. A session whose answer was taken stays, because
  /// it recognizes the second press of a double click.
  ///
  /// - Returns: The way on; nil if the screen can be shown.
  private func end(_ session: BrowserSession, _ visit: ScreenVisit) throws -> PageReply? {
    guard let ending = session.ending else { return nil }
    let isTaken = if case .answered(.success(.taken)) = ending { true } else { false }
    if !isTaken || !session.hasUnseenEnding { screens.remove(visit.session, session) }
    return try wayOn(session, visit.journey)
  }

  /// Returns the way on from a session that has ended, once.
  private func wayOn(_ session: BrowserSession, _ journey: Journey) throws -> PageReply? {
    guard case .answered(let answering)? = session.takeEnding() else { return nil }
    switch try answering.get() {
    case .taken: return .redirect(to: address(journey))
    case .passed: return stale(journey)
    case .left: return .redirect(to: address(journey) + "/-/leave")
    case .refused: return nil
    }
  }
}

extension PageRequest {
  /// Whether a person opens the page. The script's requests have another destination.
  var isOfPerson: Bool { headers["sec-fetch-dest"] != "empty" && method != "HEAD" }
}
