import FlowChains
import FlowForms
import FlowScreens
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Forms on the screen of a test, which acts as a person.
struct FormScreenTests {
  /// Starts the pages, with a presenter in the context, and returns the presenter and the endings of the run.
  private func start() throws -> (Person, LockedList<String>) {
    let presenter = Box(HandPresenter())
    let queue = ManualQueue()
    let endings = LockedList<String>()
    let pages = try Flow(Pages.chain(), Any.self) { context in Pages.summary(context) }.reversible()
    let outer = Flow(Any.self, String.self, identifier: "screen") { scope in
      scope.context[FormPresenter.self] = presenter.value
      let step = FlowStep(pages)
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    outer.on(queue).start { outcome in
      if case .completed(let text) = outcome { endings.append(text ?? "nothing") } else { endings.append("\(outcome)") }
    }
    queue.play()
    return (Person(presenter: presenter.value, queue: queue), endings)
  }

  /// A person at a screen.
  private struct Person {
    let presenter: HandPresenter
    let queue: ManualQueue

    var lines: [String] { presenter.lines }

    func types(_ lines: String...) {
      for line in lines {
        queue.perform { _ = presenter.perform(line) }
        queue.play()
      }
    }

    func leaves() {
      queue.perform { presenter.leave() }
      queue.play()
    }
  }

  @Test("A refused form shows what was typed, with the sentences below the fields, and a right one completes the step")
  func filling() throws {
    let (person, endings) = try start()
    #expect(
      person.lines == [
        "Who are you?", "Your name: ________________________", "Email:     ________________________",
        "  We send the receipt there", "[ Continue ]",
      ])
    person.types("type name Ada")
    person.types("type email ada@")
    person.types("press continue")
    #expect(
      person.lines == [
        "Who are you?", "Your name: Ada_____________________", "Email:     ada@____________________",
        "  We send the receipt there", "  Enter an email address in 'Email',", "  such as name@example.org.",
        "[ Continue ]",
      ])
    person.types("type email ada@example.org")
    person.types("press continue")
    #expect(
      person.lines == [
        "What do you want?", "How many?: optional________________", "Days", "  [ ] mon", "  [ ] wed", "  [ ] fri",
        "[ ] It is a gift", "[ Continue ] [ Back ]",
      ])
    person.types("set days.fri on")
    person.types("set days.mon on")
    person.types("set gift on")
    person.types("type count 9")
    person.types("press continue")
    #expect(person.lines.contains("Nine is too many for a gift."))
    person.types("type count 8")
    person.types("press continue")
    #expect(endings.all == ["Ada ada@example.org 8 mon+fri true"])
  }

  @Test("Back shows the page before with its entry as typed, and forward again the entry of the page that was left")
  func back() throws {
    let (person, endings) = try start()
    person.types("type name   Ada ", "type email ada@example.org", "press continue", "type count two", "press back")
    #expect(person.lines.contains("Your name: Ada_____________________"))
    person.types("type name Bea", "press continue")
    #expect(person.lines.contains("How many?: two_____________________"))
    person.types("type count 2", "set days.wed on", "press continue")
    #expect(endings.all == ["Bea ada@example.org 2 wed false"])
  }

  @Test("A person who leaves a form completes its step without a result")
  func leaving() throws {
    let (person, endings) = try start()
    person.leaves()
    person.leaves()
    #expect(endings.all == ["- - - - -"])
  }

  @Test("A script answers a form with a value, and with an entry")
  func script() async throws {
    let person = try Pages.person.answer(["name": "Ada", "email": "ada@example.org"])
    let script: FlowScript = [
      "person": [.result(person)], "wish": [.result(Pages.wish.answer(of: Pages.Wish(count: 3, days: [.mon])))],
    ]
    let flow = try Flow(Pages.chain(), Any.self) { context in Pages.summary(context) }
    #expect(try await flow.scripted(by: script).run() == "Ada ada@example.org 3 mon false")
    #expect(script.wrongAnswers.isEmpty)
  }

  @Test("A form without a presenter traps with a sentence")
  func withoutPresenter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await Flow(Pages.chain(), Any.self) { context in Pages.summary(context) }.run()
    }
    expectSaid(result, "Step 'person' shows a form, and neither its declaration nor the run's context has a presenter.")
  }
}
