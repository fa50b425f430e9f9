import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowWeb
import FlowWebTesting
import Synchronization

struct Plan: Codable, Sendable {
  enum Kind: String, Codable, Sendable, CaseIterable { case paid, free }
  var kind: Kind?
}
struct Card: Codable, Sendable { var number = "" }

enum ThePlan: DurableKey { typealias Value = Plan }

/// A journey with a page that depends on an answer: plan → card, if the plan is paid → check.
struct PlannedFlow: Sendable {
  /// A mistake of the program.
  enum Mistake: Sendable {
    /// The card is asked for, and kept, whatever the plan is.
    case cardStaysBehind
    /// Whoever has seen that no card is needed is never asked for it.
    case cardIsSkippedForEver
  }

  var mistake: Mistake?

  func pages(_ stage: JourneyStage) throws -> Pages<Any, String> {
    let plan = FlowForm(Plan(), "Which plan?") { field in field.choice("kind", \.kind, "Plan", isRequired: true) }
    let card = FlowForm(Card(), "Your card") { field in field.text("number", \.number, "Number") }
    let hasBeenFree = Mutex(false)
    let mistake = mistake
    let chain = FlowChain("plan") {
      FlowStepDeclaration.form(plan, identifier: "plan").keeping(ThePlan.self)
        .branching(["card": .next, "none": .step("check")]) { answer in
          let isFree = answer?.value.kind == .free
          let wasFree = hasBeenFree.withLock { hasBeenFree in
            defer { if isFree { hasBeenFree = true } }
            return hasBeenFree
          }
          return switch mistake {
          case .cardStaysBehind: "card"
          case .cardIsSkippedForEver: isFree || wasFree ? "none" : "card"
          case nil: isFree ? "none" : "card"
          }
        }
      FlowStepDeclaration.form(card, identifier: "card")
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    }
    let flow = try DurableFlow(chain, Any.self, String.self, keeping: ThePlan.self) { $0[ThePlan.self]?.kind?.rawValue }
    stage.answer("plan", with: ["kind": "paid"], ["kind": "free"])
    stage.answer("card", with: ["number": "4711"])
    stage.require { report in
      for journey in report.journeys where journey.open == "check" {
        let isFree = journey.answers["plan"] == ["kind": "free"]
        if isFree == (journey.answers["card"] != nil) { return isFree ? "A card stayed behind." : "A card is missing." }
      }
      return nil
    }
    return Pages(flow, worker: stage.worker(running: flow), at: "/plan").keyed(by: secret)
  }
}

let secret = "a secret of all servers of the shop"
