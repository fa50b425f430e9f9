import FlowDurable
import FlowJSON
import FlowWeb
import FlowWebTesting
import Foundation
import Testing

@testable import web_demo

/// The durable journeys of `web-demo`, played in every order of a few actions, and at random.
@Suite("The journeys of the demo")
struct WebDemoJourneyTests {
  enum Journey: CaseIterable {
    case personFirst, termsFirst, order

    /// Returns an explorer that notes the ends of journeys.
    func explorer(_ ends: Log = Log()) -> JourneyExplorer {
      JourneyExplorer { stage in
        stage.require { report in
          for end in report.journeys.compactMap(\.end) { ends.note(end) }
          return nil
        }
        return switch self {
        case .personFirst: try WebDemoJourneyTests.signUp(stage, "person first")
        case .termsFirst: try WebDemoJourneyTests.signUp(stage, "terms first")
        case .order: try WebDemoJourneyTests.order(stage)
        }
      }
    }
  }

  private static let secret = "a secret of all servers of the demo"

  /// A person with an account has accepted the terms, and has one account.
  private static func signUp(_ stage: JourneyStage, _ variant: String) throws -> Pages<Any, String> {
    stage.answer(
      "person", with: ["name": "Ada", "email": "ada@example.org"], ["name": "Bob", "email": "bob@example.org"],
      ["email": "eve@example.com"], ["name": ""])
    stage.answer("terms", with: ["terms": "on"], ["terms": "on", "letters": "on"], ["terms": ""])
    stage.require { report in
      let done = report.journeys.filter { $0.end?.hasPrefix("completed") == true }
      if done.contains(where: { $0.answers["terms"]?["isAccepted"] != true }) { return "Somebody didn't accept." }
      let accounts = report.effects("create").count
      if accounts < done.count { return "Somebody has no account." }
      return accounts > report.journeys.count ? "Somebody has two accounts." : nil
    }
    let flow = try SignUp.flow { visit in stage.perform("create", for: visit) }
    return try SignUp.pages(flow, worker: stage.worker(running: flow), in: variant).keyed(by: secret)
  }

  /// A person who gets tea has paid once, and one who has left has paid nothing.
  private static func order(_ stage: JourneyStage) throws -> Pages<Any, String> {
    stage.answer(
      "tea", with: ["kind": "mint", "boxes": "2"], ["kind": "black", "boxes": "20"], ["kind": "green", "boxes": "21"])
    stage.answer("address", with: ["street": "Elm St 1"], ["street": "Elm St 2", "note": "Ring twice"], ["street": ""])
    stage.require { report in
      let payments = report.effects("charge").count
      if payments > report.journeys.filter({ $0.end != "cancelled" }).count { return "Somebody paid for nothing." }
      let done = report.journeys.filter { $0.end?.hasPrefix("completed") == true || $0.open == "check" }
      return payments < done.count ? "Somebody hasn't paid." : nil
    }
    let flow = try Purchase.flow(
      bank: Purchase.Bank { visit in
        stage.perform("charge", for: visit, mustBeUndone: true)
        return "R"
      } refund: { visit in
        stage.undo("charge", for: visit)
      })
    return Purchase.pages(flow, worker: stage.worker(running: flow)).keyed(by: secret)
  }

  @Test("No sequence of two actions breaks a law", arguments: Journey.allCases)
  func sequences(_ journey: Journey) async throws {
    let coverage = try await journey.explorer().explore(actions: 2)
    #expect(coverage.isComplete && coverage.states > 10, "\(coverage)")
  }

  @Test("No random sequence of ten actions breaks a law", arguments: Journey.allCases)
  func random(_ journey: Journey) async throws {
    let ends = Log()
    try await journey.explorer(ends).explore(seeds: 0..<100, actions: 10)
    let last = journey == .order ? "completed: R" : "completed: Ada"
    #expect(Set(ends.lines).isSuperset(of: ["cancelled", last]), "\(Set(ends.lines))")
  }
}
