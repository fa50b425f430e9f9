import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back restores the content of each visit, and undoes each visit with its result.
@MainActor
struct GoingBackContentTests {
  let harness = GoingBackHarness()

  @Test("Going back to a step that was visited several times restores the content of each visit")
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
        harness.takeLines().suffix(5) == [
          "undo page(\(undone)", "page undone", "back to page", "page content restored", "page(\(restored))",
        ])
    }
  }

  @Test("Going back to a visit that was tried again restores its first content, and undoes the last attempt")
  func triedAgain() {
    let run = harness.startFlow { [harness] _ in
      let search = harness.waiting("search", then: harness.waiting("page"))
      search.content = "long"
      search.setFailure { _ in
        search.content = "short"
        return .retry
      }
      return search
    }
    harness.fail("search")
    harness.complete("search")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "page stopped", "page cancelled", "undo search(short) = SEARCH", "search undone", "back to search",
        "search content restored", "search(long)",
      ])
  }

  @Test("Going back replaces content that a completion closure set before, even with nil")
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

  @Test("Each visit is undone with the content and the result that it had")
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

  @Test("A failed or abandoned visit is not undone", arguments: ["failed", "abandoned"])
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

  @Test("Going back restores the content of a step inside an operator, even if it was nil")
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

  @Test("Going back restores the content that a step's children had in the visit")
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

  @Test("A step without a result is undone with nil")
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

  @Test("A screen that reports again in one visit is undone once, with its last report")
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
