import FlowDurable
import FlowWeb
import FlowWebTesting
import Foundation
import Synchronization

/// A mistake of other servers and of programs, which the explorer must find.
enum PlantedBug: String, CaseIterable, Sendable {
  case backAcceptsTheOlderAnswer
  case aStalePageOverwrites
  case anAnswerCountsForAnyPage
  case twoTabsShareAPage
  case aFormIsEmptyAfterBack
  case aRefusedPageLosesWhatWasTyped
  case aStalePageLosesWhatWasTyped
  case aDeployLosesWhatWasTyped
  case aDoubleClickStartsTwice
  case twoAnswersAtOnceAreTaken
  case aMissingTokenIsAccepted
  case theStepOfAnAddressIsIgnored
  case theCookieIsNotChecked
  case aGuessedCookieIsAccepted
  case aPlantedCookieIsAdopted
  case anAnswerIsAcknowledgedTooEarly
  case anUnknownVisitFails
  case lookingBackEndsTheJourney
  case aCacheShowsAnOldPage
  case anEndedJourneyBeginsAgain
  case anEffectIsRepeatedAfterAKill
  case aChangeUndoesNothing
  case aConditionLeavesAnAnswerBehind
  case aPageIsSkippedForEver
  case keptAnswersAreNotCheckedAgain

  /// The law that the bug breaks.
  var rule: JourneyFailure.Rule {
    switch self {
    case .backAcceptsTheOlderAnswer, .aStalePageOverwrites: .stale
    case .anAnswerCountsForAnyPage: .answer
    case .aFormIsEmptyAfterBack, .aRefusedPageLosesWhatWasTyped, .aStalePageLosesWhatWasTyped: .entered
    case .aDeployLosesWhatWasTyped: .taken
    case .aDoubleClickStartsTwice: .starts
    case .twoAnswersAtOnceAreTaken, .anAnswerIsAcknowledgedTooEarly, .twoTabsShareAPage: .acknowledged
    case .aMissingTokenIsAccepted, .theStepOfAnAddressIsIgnored, .theCookieIsNotChecked, .aGuessedCookieIsAccepted,
      .aPlantedCookieIsAdopted, .lookingBackEndsTheJourney:
      .stranger
    case .anUnknownVisitFails: .serverError
    case .aCacheShowsAnOldPage: .entered
    case .anEndedJourneyBeginsAgain: .ended
    case .anEffectIsRepeatedAfterAKill: .effects
    case .aChangeUndoesNothing: .undo
    case .aConditionLeavesAnAnswerBehind, .aPageIsSkippedForEver, .keptAnswersAreNotCheckedAgain: .requirement
    }
  }

  /// An explorer of pages with the bug.
  var explorer: JourneyExplorer {
    switch self {
    case .anEffectIsRepeatedAfterAKill: JourneyExplorer { try ShortFlow(forgetsKey: true).pages($0) }
    case .aChangeUndoesNothing: JourneyExplorer { try ShortFlow(forgetsUndo: true).pages($0) }
    case .aConditionLeavesAnAnswerBehind: JourneyExplorer { try PlannedFlow(mistake: .cardStaysBehind).pages($0) }
    case .aPageIsSkippedForEver: JourneyExplorer { try PlannedFlow(mistake: .cardIsSkippedForEver).pages($0) }
    case .keptAnswersAreNotCheckedAgain: JourneyExplorer { try TicketFlow(forgetsKept: true).pages($0) }
    case .twoAnswersAtOnceAreTaken:
      JourneyExplorer { stage in try ShortFlow().pages(stage, on: CarelessStore(store: stage.store)) }
    default:
      JourneyExplorer {
        try ShortFlow().pages($0)
      } changing: { door in
        FaultyServer.faulty(door, fault())
      }
    }
  }

  private func fault() -> @Sendable (FaultyServer, PagesDoor.Request) async -> PagesDoor.Reply {
    let memory = Mutex<[String: String]>([:])
    let pending = Mutex<[PagesDoor.Request]>([])
    let last = Mutex<(path: String, page: PagesDoor.Reply)?>(nil)
    let process = UUID().uuidString.filter(\.isHexDigit).lowercased()
    return { server, request in
      var request = request
      switch self {
      case .backAcceptsTheOlderAnswer where request.isWhole(for: server.door):
        // The answer counts for the latest visit of the step.
        let page = await server.page(request.path, like: request)
        return await server.pages(request.taking(["flow-visit", "flow-mode"], from: page))
      case .aStalePageOverwrites where request.isAnswer:
        // Whatever has been answered is changed, as if the page had said so.
        let reply = await server.pages(request)
        guard reply.status == 409 else { return reply }
        request.body = request.body.replacingOccurrences(of: "flow-mode=answer", with: "flow-mode=change")
        return await server.pages(request)
      case .anAnswerCountsForAnyPage where request.isWhole(for: server.door):
        guard let open = await server.openPage(of: request) else { return await server.pages(request) }
        request.path = open
        let page = await server.page(open, like: request)
        return await server.pages(request.taking(["flow-visit", "flow-form", "flow-mode"], from: page))
      case .twoTabsShareAPage where request.isWhole(for: server.door):
        // The session knows one page: the one that was shown last.
        if let shown = last.withLock({ $0 }) {
          request.path = shown.path
          request = request.taking(["flow-visit", "flow-form", "flow-mode"], from: shown.page)
        }
        return await server.pages(request)
      case .twoTabsShareAPage:
        let reply = await server.pages(request)
        if reply.hidden("flow-visit") != nil, reply.status == 200 { last.withLock { $0 = (request.path, reply) } }
        return reply
      case .aFormIsEmptyAfterBack:
        return await server.pages(request).changing { body in
          body.contains("value=\"change\"")
            ? body.replacing(#/(name="name") value="[^"]*"/#) { $0.1 + " value=\"\"" } : body
        }
      case .aRefusedPageLosesWhatWasTyped:
        let reply = await server.pages(request)
        return reply.status == 422 ? reply.changing { $0.replacingOccurrences(of: "Bernadette", with: "") } : reply
      case .aStalePageLosesWhatWasTyped:
        let reply = await server.pages(request)
        return reply.status == 409 ? reply.changing { _ in "<h1>Too late</h1>" } : reply
      case .aDeployLosesWhatWasTyped:
        if request.isAnswer, !request.fields.contains(where: { $0.name == "process" && $0.value == process }) {
          return PagesDoor.Reply(status: 403, headers: [], body: "<h1>This page is too old</h1>")
        }
        return await server.pages(request).changing { body in
          body.replacingOccurrences(
            of: "<input type=\"hidden\" name=\"flow-visit\"",
            with:
              "<input type=\"hidden\" name=\"process\" value=\"\(process)\"><input type=\"hidden\" name=\"flow-visit\"")
        }
      case .aDoubleClickStartsTwice where request.method == "POST" && request.path == server.door.base:
        let page = await server.page(request.path, like: request.with(cookie: nil))
        return await server.pages(
          request.with(cookie: page.cookies).taking(["flow-form", "flow-start"], from: page))
      case .aMissingTokenIsAccepted where request.isAnswer:
        let page = await server.page(request.path, like: request)
        return await server.pages(request.taking(["flow-form"], from: page))
      case .theStepOfAnAddressIsIgnored where request.isAnswer:
        if request.path.hasSuffix("/elsewhere") {
          request.path = request.path.replacingOccurrences(of: "/elsewhere", with: "/person")
        }
        return await server.pages(request)
      case .theCookieIsNotChecked, .aGuessedCookieIsAccepted:
        // The session is found by the address, or by the beginning of the cookie.
        let journey = request.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        let reply = await server.pages(request)
        if reply.status < 400, let cookie = request.cookie { memory.withLock { $0[journey] = cookie } }
        guard reply.status == 404, let known = memory.withLock({ $0[journey] }) else { return reply }
        let isGuess = request.cookie.map { $0.dropLast() == known.dropLast() } ?? false
        return self == .theCookieIsNotChecked || isGuess ? await server.pages(request.with(cookie: known)) : reply
      case .aPlantedCookieIsAdopted:
        let reply = await server.pages(request)
        if request.method == "POST", request.path == server.door.base, let planted = request.cookie {
          memory.withLock { $0[planted] = reply.cookies }
        }
        guard reply.status == 404, let cookie = request.cookie, let known = memory.withLock({ $0[cookie] }) else {
          return reply
        }
        return await server.pages(request.with(cookie: known))
      case .anAnswerIsAcknowledgedTooEarly:
        let requests = pending.withLock { pending in
          defer { pending = [] }
          return pending
        }
        for request in requests { _ = await server.pages(request) }
        guard request.isAnswer else { return await server.pages(request) }
        pending.withLock { $0.append(request) }
        let parts = request.path.split(separator: "/").prefix(2).joined(separator: "/")
        return PagesDoor.Reply(status: 303, headers: [("location", "/" + parts)], body: "")
      case .anUnknownVisitFails:
        let reply = await server.pages(request)
        return reply.status == 400 ? PagesDoor.Reply(status: 500, headers: [], body: "") : reply
      case .lookingBackEndsTheJourney:
        if request.method == "GET", request.path.hasSuffix("/person"),
          let journey = try? await server.door.journeys().last,
          !journey.answers.isEmpty
        {
          _ = try? await server.door.worker.store.send(FlowMessage(.cancel), to: journey.run.number)
        }
        return await server.pages(request)
      case .aCacheShowsAnOldPage where request.method == "GET":
        if let cached = memory.withLock({ $0[request.path] }) {
          return PagesDoor.Reply(status: 200, headers: [], body: cached)
        }
        let reply = await server.pages(request)
        if reply.status == 200, reply.hidden("flow-visit") != nil { memory.withLock { $0[request.path] = reply.body } }
        return reply
      case .anEndedJourneyBeginsAgain:
        let reply = await server.pages(request)
        if reply.body.contains("data-kind=\"cancelled\""), let run = try? await server.door.journeys().last?.run.number
        {
          _ = try? await server.door.worker.store.send(FlowMessage(.retry), to: run)
        }
        return reply
      default: return await server.pages(request)
      }
    }
  }
}

/// A store that doesn't look whether the run still waits for an answer.
struct CarelessStore: ForwardingStore {
  let store: any FlowStore

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    let delivery = try await store.send(message, to: run)
    return delivery == .tooLate ? .delivered(1) : delivery
  }
}
