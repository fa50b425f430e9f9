import AdaptedNavigation
import FlowState
import FlowStateTesting

enum Page { case name, email, terms, card }

/// A flow of three pages and a sheet, played by hand.
@MainActor final class Journey {
  let queue = ManualQueue()
  let recorder = FlowRecorder()
  let pages = FlowPages<Page>()
  private(set) var outcome = ""

  var waysBack: [String] {
    recorder.events.compactMap { if case .wentBack = $0.kind { $0.step } else { nil } }
  }

  func start() {
    let flow = Flow(
      Any.self, String.self, identifier: "sign up",
      onMainActor: { [pages] scope in
        let name = pages.step(.name, Any.self, String.self)
        let email = pages.step(.email, String.self, String.self)
        let terms = pages.presentingStep(.terms, Any.self, Void.self)
        let card = pages.step(.card, Any.self, String.self)
        name.setCompletion { step, name in
          email.content = name
          step.nextStep = email
        }
        email.nextStep = terms
        terms.nextStep = card
        card.setCompletion { _, card in scope.result = card }
        return name
      })
    pages.start(flow.on(queue).observed(by: recorder)) { [self] in outcome = "\($0)" }
    queue.play()
  }

  func tap(_ page: Page, _ result: String) {
    pages.complete(page, with: result)
    queue.play()
  }

  func accept() {
    pages.complete(.terms, with: ())
    queue.play()
  }
}
