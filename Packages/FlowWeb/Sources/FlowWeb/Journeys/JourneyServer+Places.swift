import FlowChains
import FlowDurable
import FlowState

/// The pages of places where a person has nothing to answer.
extension JourneyServer {
  /// Returns the page of a place.
  func page(_ rest: RunRest<Result>, _ journey: Journey) -> JourneyPage {
    switch rest {
    case .works: return workingPage
    // Of an earlier version of the flow; only a later one can continue there.
    case .page(let visit) where !flow.definition.chains.contains { $0[visit.step] != nil }: return parkedPage
    case .page, .waits: return waitingPage
    case .parked: return parkedPage
    case .ended(.completed(let result)):
      let text = ending(result)
      return over(.ended, text.title, text.sentences)
    case .ended(.failed):
      return over(
        .failed, "Sorry, something went wrong",
        ["A part of this didn't work, so it was stopped.", "You can start again, or get in touch with us."])
    case .ended(.cancelled):
      return over(.cancelled, "This has ended", ["It was cancelled. Nothing more happens with what you entered."])
    }
  }

  var workingPage: JourneyPage {
    var page = JourneyPage(
      .working, "We are working on it",
      ["This page changes by itself when the work is done.", "You can also close it, and come back later."])
    page.refresh = 2
    return page
  }

  private var waitingPage: JourneyPage {
    var page = JourneyPage(
      .waiting, "There is nothing to do for you now",
      [
        "We wait for news. This page changes by itself when it arrives.",
        "You can close it, and come back later.",
      ])
    page.refresh = 10
    return page
  }

  private var parkedPage: JourneyPage {
    var page = JourneyPage(
      .parked, "This takes longer than usual",
      [
        "One of us has to look at it. What you entered is kept.",
        "Come back to this page later. You needn't do anything else.",
      ])
    page.refresh = 30
    return page
  }

  private func over(_ kind: JourneyPage.Kind, _ title: String, _ sentences: [String]) -> JourneyPage {
    var page = JourneyPage(kind, title, sentences)
    page.links = [JourneyPage.Link(label: "Start again", address: base.isEmpty ? "/" : base)]
    return page
  }

  // MARK: Leaving

  /// Returns the question whether a person wants to leave.
  func leavePage(_ journey: Journey) throws -> PageReply {
    if journey.isOver { return .redirect(to: address(journey)) }
    var page = JourneyPage(.leave, "Do you want to leave?", ["What you entered can't be used after that."])
    page.form = JourneyPage.Form(
      address: address(journey) + "/-/leave", hidden: [(FormName.form, journey.cookie.secret.formToken)],
      button: "Yes, leave", isDangerous: true)
    page.links = [JourneyPage.Link(label: "No, continue", address: address(journey))]
    return html(page, of: journey)
  }

  /// Cancels a journey.
  func leave(_ journey: Journey, _ fields: PostedFields) async throws -> PageReply {
    try checkToken(fields, journey.cookie)
    do { try await journey.run.cancel() } catch StoreError.runEnded {}
    _ = try await journey.run.rest(within: settings.patience)
    return .redirect(to: address(journey))
  }
}
