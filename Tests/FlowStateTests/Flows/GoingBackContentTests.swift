import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// What a run that goes back restores and undoes: the content and the result of each visit.
@MainActor
struct GoingBackContentTests {
  let harness = GoingBackHarness()

  @Test("a step that was visited several times gets the content of each visit back")
  func severalVisits() {
    let run = harness.startFlow { [harness] _ in
      let page = harness.waiting("page")
      page.setCompletion { page, result in
        page.content = result
        page.nextStep = page
      }
      return page
    }
    for title in ["one", "two", "three"] { harness.complete("page", title) }
    #expect(
      harness.takeLines().filter { $0.hasPrefix("page(") } == ["page()", "page(one)", "page(two)", "page(three)"])
    for (undone, restored) in [("two) = three", "two"), ("one) = two", "one"), (") = one", "")] {
      harness.goBack(run)
      #expect(
        harness.takeLines().suffix(4) == [
          "undo page(\(undone)", "page undone", "back to page", "page(\(restored))",
        ])
    }
  }

  @Test("what a completion closure has set before it went back is replaced, also by nil")
  func setMeanwhile() {
    harness.startFlow { [harness] scope in
      let a = harness.waiting("a")
      let b = harness.waiting("b")
      a.nextStep = b
      b.setCompletion { _, _ in
        a.content = "from b"
        scope.goBack()
      }
      return a
    }
    harness.complete("a")
    _ = harness.takeLines()
    harness.complete("b")
    #expect(harness.takeLines().last == "a()")
  }

  @Test("each visit is undone with the content and the result that it had")
  func undoOfEachVisit() {
    let run = harness.startFlow { [harness] _ in
      let page = harness.waiting("page")
      page.content = "0"
      page.setCompletion { page, result in
        page.content = result
        page.nextStep = result == "3" ? harness.waiting("last") : page
      }
      return harness.waiting("a", then: page)
    }
    harness.complete("a")
    for title in ["1", "2", "3"] { harness.complete("page", title) }
    _ = harness.takeLines()
    for _ in 0..<4 { run.goBack() }
    harness.queue.play()
    let lines = harness.takeLines()
    #expect(
      lines.filter { $0.hasPrefix("undo ") } == [
        "undo page(2) = 3", "undo page(1) = 2", "undo page(0) = 1", "undo a() = A",
      ])
    #expect(lines.last == "a()")
  }

  @Test("a visit that failed is not undone", arguments: ["failed", "abandoned"])
  func failedVisit(ending: String) {
    let run = harness.startFlow { [harness] _ in
      let b = harness.waiting("b")
      b.setFailure { _ in .goTo(harness.waiting("c")) }
      return harness.waiting("a", then: b)
    }
    harness.complete("a")
    if ending == "failed" { harness.fail("b") } else { harness.letGo(of: "b") }
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["c stopped", "c cancelled", "back to b", "b()"])
  }

  @Test("a step inside an operator gets its content back, also when that was nil")
  func insideOperator() {
    let run = harness.startFlow { [harness] _ in
      let page = harness.waiting("page")
      let safe = page.timeout(.seconds(30)).retry(attempts: 2)
      page.setUndo { _, _ in }
      safe.setCompletion { safe, result in
        safe.content = result
        safe.nextStep = safe
      }
      return safe
    }
    for title in ["one", "two"] { harness.complete("page", title) }
    #expect(harness.takeLines().filter { $0.hasPrefix("page(") } == ["page()", "page(one)", "page(two)"])
    harness.goBack(run)
    #expect(harness.takeLines().last == "page(one)")
    harness.goBack(run)
    #expect(harness.takeLines().last == "page()")
  }

  @Test("the children of a step get the content back that they had in the visit")
  func children() {
    let run = harness.startFlow { [harness] _ in
      let x = harness.waiting("x")
      let y = harness.waiting("y")
      let both = ConcurrentFlowStep(identifier: "both", steps: [x, y])
      let next = harness.waiting("next")
      next.setCompletion { next, result in
        x.content = result
        y.content = result
        next.nextStep = both
      }
      both.nextStep = next
      return both
    }
    for identifier in ["x", "y", "next", "x", "y"] { harness.complete(identifier) }
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines().suffix(2) == ["x(NEXT)", "y(NEXT)"])
    harness.goBack(run)
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines().suffix(3) == ["back to both", "x()", "y()"])
  }

  @Test("a step that has yielded nothing is undone with nil")
  func noResult() {
    let run = harness.startFlow { [harness] _ in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      a.setUndo { _, result in harness.trace.note("undo a = \(result ?? "nil")") }
      a.nextStep = harness.waiting("b")
      return a
    }
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "b stopped", "b cancelled", "undo a = nil", "a undone", "back to a", "a completed", "b()",
      ])
  }

  @Test("a screen that reports again in one visit is undone once, with what it reported last")
  func repeatedReports() {
    let run = harness.startFlow { [harness] _ in
      let screen = harness.waiting("screen")
      let host = NavigationFlowCoordinator(navigationController: 0, identifier: "host", firstStep: screen)
      return harness.waiting("a", then: host)
    }
    harness.complete("a")
    harness.complete("screen", "first")
    harness.complete("screen", "second")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "host cancelled", "undo screen() = second", "screen undone", "undo a() = A", "a undone", "back to a", "a()",
      ])
  }
}
