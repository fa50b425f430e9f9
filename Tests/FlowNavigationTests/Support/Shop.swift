import FlowNavigation
import FlowState
import FlowStateTesting
import TestSupport

/// The pages of ``Shop``.
enum ShopPage: String, Codable, CaseIterable {
  case list, detail, options, address, card, late
}

/// A flow of five pages that the tests play by hand: list, detail, a quote from a server, options as a sheet, address, card.
@MainActor final class Shop {
  let queue = ManualQueue()
  let clock = ManualClock()
  let recorder = FlowRecorder()
  let pages: FlowPages<ShopPage>
  /// The outcome of the run, as text.
  private(set) var outcome: String?
  /// The handler of the quote that is under way.
  let quotes = Box<FlowStepHandler<String, Int>?>(nil)

  init(_ pages: FlowPages<ShopPage> = FlowPages()) {
    self.pages = pages
  }

  /// The names of the steps to which the run has gone back.
  var waysBack: [String] {
    recorder.events.compactMap { if case .wentBack = $0.kind { $0.step } else { nil } }
  }

  /// The pages that have completed while their step didn't wait.
  var extras: [String] {
    recorder.events.compactMap { event in
      guard case .extraCompletionIgnored = event.kind, let step = event.step else { return nil }
      return ShopPage(rawValue: step).map { "\($0)" }
    }
  }

  @discardableResult
  func start() -> FlowRun {
    let run = pages.start(makeFlow().on(queue).timed(by: clock).observed(by: recorder)) { [self] outcome in
      self.outcome = "\(outcome)"
    }
    queue.play()
    return run
  }

  /// Completes the top page and plays the queue.
  @discardableResult
  func tap(_ page: ShopPage, _ result: String) -> Bool {
    defer { queue.play() }
    return pages.complete(page, with: result)
  }

  /// Answers the quote that is under way.
  func answerQuote() {
    quotes.value.take()?.complete(5)
    queue.play()
  }

  /// Goes on to the page for the card.
  func goToCard() {
    tap(.list, "shoes")
    tap(.detail, "red")
    answerQuote()
    tap(.options, "gift")
    tap(.address, "Ring 1")
  }

  func makeFlow() -> Flow<Any, String> {
    Flow(
      Any.self, String.self, identifier: "shop",
      onMainActor: { [pages, quotes, recorder] scope in
        let list = pages.step(.list, Any.self, String.self)
        let detail = pages.step(.detail, String.self, String.self)
        let quote = FlowStep(String.self, Int.self, identifier: "quote") { _ in
          let handler = FlowStepHandler(String.self, Int.self)
          quotes.value = handler
          return handler
        }
        let options = pages.presentingStep(.options, Int.self, String.self)
        let address = pages.step(.address, String.self, String.self)
        let card = pages.step(.card, String.self, String.self).timeout(.seconds(60))
        let late = pages.step(.late, Any.self, String.self)
        for step in [detail, address] {
          step.setUndo { step, result in recorder.note("undo \(step.identifier) \(result ?? "")") }
        }
        list.setCompletion { step, item in
          detail.content = item
          step.nextStep = detail
        }
        detail.setCompletion { step, color in
          quote.content = color
          step.nextStep = quote
        }
        quote.setCompletion { step, cents in
          options.content = cents
          step.nextStep = options
        }
        options.setCompletion { step, option in
          address.content = option
          step.nextStep = address
        }
        address.setCompletion { step, street in
          card.content = street
          step.nextStep = street == "back to list" ? list : card
        }
        card.setCompletion { step, number in
          scope.result = number
          step.nextStep = number == "again" ? detail : nil
        }
        card.setFailure { error in if case .timedOut = error.reason { .goTo(late) } else { .fail } }
        return list
      })
  }
}
