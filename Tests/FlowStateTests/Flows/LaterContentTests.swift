import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 11: content that a closure has set on a later step doesn't outlive the visit that set it.
@MainActor
struct LaterContentTests {
  private let harness = GoingBackHarness()

  /// Three pages. The first one sets the content of the last one if its result isn't `plain`.
  private func startPages(visits: Int = .max) -> FlowRun {
    harness.startFlow(visits: visits) { [harness] _ in
      let (name, seat, card) = (harness.waiting("name"), harness.waiting("seat"), harness.waiting("card"))
      card.content = "built"
      name.setCompletion { name, result in
        if let result, result != "plain" { card.content = result }
        name.nextStep = seat
      }
      seat.setCompletion { seat, result in
        if let result, result != "SEAT" { card.content = result }
        seat.nextStep = card
      }
      return name
    }
  }

  private func starts() -> [String] { harness.takeLines().filter { $0.hasPrefix("card(") } }

  @Test("Going back past the visit that set it takes it back, and reports the step")
  func taken() {
    let run = startPages()
    harness.complete("name", "visa")
    harness.complete("seat")
    #expect(starts() == ["card(visa)"])
    harness.goBack(run)
    harness.goBack(run)
    let lines = harness.takeLines()
    #expect(lines.suffix(3) == ["back to name", "card content restored", "name()"], "\(lines)")
    harness.complete("name", "plain")
    harness.complete("seat")
    #expect(starts() == ["card(built)"])
  }

  @Test("Going back to a later visit than the one that set it leaves it")
  func kept() {
    let run = startPages()
    harness.complete("name", "visa")
    harness.complete("seat", "master")
    #expect(starts() == ["card(master)"])
    harness.goBack(run)
    #expect(harness.takeLines().contains("card content restored"))
    harness.complete("seat")
    #expect(starts() == ["card(visa)"])
  }

  @Test("Several changes in one visit are taken back to the content before the first")
  func severalChanges() {
    let run = harness.startFlow { [harness] _ in
      let (name, card) = (harness.waiting("name"), harness.waiting("card"))
      name.setCompletion { name, result in
        if result == "NAME" { for content in ["one", "two"] { card.content = content } }
        name.nextStep = card
      }
      return name
    }
    harness.complete("name")
    harness.goBack(run)
    harness.complete("name", "plain")
    #expect(starts() == ["card(two)", "card()"])
  }

  @Test("A step that isn't observed has its earlier content too")
  func unobserved() {
    let contents = Box<[String]>([])
    let flow = harness.flow("F") { [harness] _ in
      let (name, card) = (harness.waiting("name"), harness.waiting("card"))
      name.setCompletion { name, result in
        if result == "NAME" { card.content = "visa" }
        contents.value.append("\(card.content ?? "none")")
        name.nextStep = card
      }
      return name
    }
    let run = flow.reversible().start()
    harness.queue.play()
    harness.complete("name")
    harness.goBack(run)
    harness.complete("name", "plain")
    #expect(contents.value == ["visa", "none"])
    run.cancel()
    harness.queue.play()
  }

  @Test("The screen of a step that was left isn't passed the restored content, because nobody sees it")
  func screens() {
    let updates = Box<[String]>([])
    let run = harness.startFlow { [harness] _ in
      let (name, card) = (harness.waiting("name"), harness.waiting("card"))
      card.onContentUpdate { updates.value.append("\($0 ?? "none")") }
      name.setCompletion { name, _ in
        card.content = "visa"
        name.nextStep = card
      }
      return name
    }
    harness.complete("name")
    harness.goBack(run)
    #expect(updates.value == ["visa"])
  }

  @Test("A visit begins with its content again, also if a closure of a nested run has changed it")
  func nestedRun() throws {
    let inner = Box<FlowStep<Any, String>?>(nil)
    let run = harness.startFlow { [harness] _ in
      let (card, last) = (harness.waiting("card"), harness.waiting("last"))
      inner.value = card
      card.content = "visa"
      card.isStop = true
      let nested = FlowStep(
        harness.flow("inner") { _ in
          let change = FlowStep(Any.self, String.self, identifier: "change") { _ in
            inner.value?.content = "changed"
            return nil
          }
          return change
        })
      card.nextStep = nested
      nested.nextStep = last
      return card
    }
    harness.complete("card")
    harness.goBack(run)
    #expect(starts() == ["card(visa)", "card(visa)"])
    inner.value = nil
    run.cancel()
    harness.queue.play()
  }

  @Test("A run forgets the changes of the visits that it forgets")
  func forgotten() {
    let run = startPages(visits: 1)
    harness.complete("name", "visa")
    harness.complete("seat", "master")
    harness.goBack(run)
    harness.complete("seat")
    #expect(starts() == ["card(master)", "card(visa)"])
    harness.goBack(run)
    harness.goBack(run)
    #expect(harness.takeLines().contains { $0.hasPrefix("= cancelled, 0 alive") })
  }
}
