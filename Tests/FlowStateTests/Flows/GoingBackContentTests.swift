import FlowState
import FlowStateTesting
import Testing

/// What a run that goes back restores and undoes: the content and the result of each visit.
@MainActor
struct GoingBackContentTests {
  let journey = Journey()

  @Test("a step that was visited several times gets the content of each visit back")
  func severalVisits() {
    let run = journey.begin { [journey] _ in
      let page = journey.place("page")
      page.setCompletion { page, result in
        page.content = result
        page.nextStep = page
      }
      return page
    }
    for title in ["one", "two", "three"] { journey.complete("page", title) }
    #expect(journey.read().filter { $0.hasPrefix("page(") } == ["page()", "page(one)", "page(two)", "page(three)"])
    for (undone, restored) in [("two) = three", "two"), ("one) = two", "one"), (") = one", "")] {
      journey.goBack(run)
      #expect(
        journey.read().suffix(4) == [
          "undo page(\(undone)", "page undone", "back to page", "page(\(restored))",
        ])
    }
  }

  @Test("what a completion closure has set before it went back is replaced, also by nil")
  func setMeanwhile() {
    journey.begin { [journey] scope in
      let a = journey.place("a")
      let b = journey.place("b")
      a.nextStep = b
      b.setCompletion { _, _ in
        a.content = "from b"
        scope.goBack()
      }
      return a
    }
    journey.complete("a")
    _ = journey.read()
    journey.complete("b")
    #expect(journey.read().last == "a()")
  }

  @Test("each visit is undone with the content and the result that it had")
  func undoOfEachVisit() {
    let run = journey.begin { [journey] _ in
      let page = journey.place("page")
      page.content = "0"
      page.setCompletion { page, result in
        page.content = result
        page.nextStep = result == "3" ? journey.place("last") : page
      }
      return journey.place("a", then: page)
    }
    journey.complete("a")
    for title in ["1", "2", "3"] { journey.complete("page", title) }
    _ = journey.read()
    for _ in 0..<4 { run.goBack() }
    journey.queue.play()
    let lines = journey.read()
    #expect(
      lines.filter { $0.hasPrefix("undo ") } == [
        "undo page(2) = 3", "undo page(1) = 2", "undo page(0) = 1", "undo a() = A",
      ])
    #expect(lines.last == "a()")
  }

  @Test("a visit that failed is not undone", arguments: ["failed", "abandoned"])
  func failedVisit(ending: String) {
    let run = journey.begin { [journey] _ in
      let b = journey.place("b")
      b.setFailure { _ in .goTo(journey.place("c")) }
      return journey.place("a", then: b)
    }
    journey.complete("a")
    if ending == "failed" { journey.fail("b") } else { journey.letGo(of: "b") }
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["c stopped", "c cancelled", "back to b", "b()"])
  }

  @Test("a step inside an operator gets its content back, also when that was nil")
  func insideOperator() {
    let run = journey.begin { [journey] _ in
      let page = journey.place("page")
      let safe = page.timeout(.seconds(30)).retry(attempts: 2)
      page.setUndo { _, _ in }
      safe.setCompletion { safe, result in
        safe.content = result
        safe.nextStep = safe
      }
      return safe
    }
    for title in ["one", "two"] { journey.complete("page", title) }
    #expect(journey.read().filter { $0.hasPrefix("page(") } == ["page()", "page(one)", "page(two)"])
    journey.goBack(run)
    #expect(journey.read().last == "page(one)")
    journey.goBack(run)
    #expect(journey.read().last == "page()")
  }

  @Test("the children of a step get the content back that they had in the visit")
  func children() {
    let run = journey.begin { [journey] _ in
      let x = journey.place("x")
      let y = journey.place("y")
      let both = ConcurrentFlowStep(identifier: "both", steps: [x, y])
      let next = journey.place("next")
      next.setCompletion { next, result in
        x.content = result
        y.content = result
        next.nextStep = both
      }
      both.nextStep = next
      return both
    }
    for identifier in ["x", "y", "next", "x", "y"] { journey.complete(identifier) }
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read().suffix(2) == ["x(NEXT)", "y(NEXT)"])
    journey.goBack(run)
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read().suffix(3) == ["back to both", "x()", "y()"])
  }

  @Test("a step that has yielded nothing is undone with nil")
  func noResult() {
    let run = journey.begin { [journey] _ in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      a.setUndo { _, result in journey.trace.note("undo a = \(result ?? "nil")") }
      a.nextStep = journey.place("b")
      return a
    }
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == ["b stopped", "b cancelled", "undo a = nil", "a undone", "back to a", "a completed", "b()"])
  }

  @Test("a screen that reports again in one visit is undone once, with what it reported last")
  func repeatedReports() {
    let run = journey.begin { [journey] _ in
      let screen = journey.place("screen")
      let host = NavigationFlowCoordinator(navigationController: 0, identifier: "host", firstStep: screen)
      return journey.place("a", then: host)
    }
    journey.complete("a")
    journey.complete("screen", "first")
    journey.complete("screen", "second")
    _ = journey.read()
    journey.goBack(run)
    #expect(
      journey.read() == [
        "host cancelled", "undo screen() = second", "screen undone", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }
}
