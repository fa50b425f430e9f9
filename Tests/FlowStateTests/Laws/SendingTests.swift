import Dispatch
import FlowState
import Testing

/// Law 7: user code in the Swift 6 mode, without unsafe annotations, compiles and has no data races.
struct SendingTests {
  /// A class that is not Sendable, as a model object often is.
  final class Draft {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Test("A result that is not Sendable can be sent from another thread")
  func sendingResult() async throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, Draft.self, identifier: "fetch") { _ in
        let handler = FlowStepHandler(Any.self, Draft.self)
        DispatchQueue.global().async {
          let draft = Draft("fetched")
          draft.text += "!"
          handler.complete(draft)
        }
        return handler
      }
      step.setCompletion { _, draft in
        draft?.text += "?"
        scope.result = draft?.text
      }
      return step
    }
    #expect(try await flow.run() == "fetched!?")
  }

  @Test("A run's content and result need not be Sendable")
  func sendingContent() async throws {
    let flow = Flow(Draft.self, Draft.self, identifier: "F") { scope in
      let step = FlowStep(Draft.self, Draft.self, identifier: "edit") { _ in nil }
      step.setCompletion { _, _ in
        scope.content?.text += " edited"
        scope.result = scope.content
      }
      return step
    }
    #expect(try await flow.run(Draft("draft"))?.text == "draft edited")
  }

  @Test("A builder may capture and change local state")
  func builderState() async throws {
    let flow = Flow(Any.self, [Int].self, identifier: "F") { scope in
      var log: [Int] = []
      let step = FlowStep(Any.self, Int.self, identifier: "count") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        let next = log.count
        DispatchQueue.global().async { handler.complete(next) }
        return handler
      }
      step.setCompletion { step, number in
        if let number { log.append(number) }
        step.nextStep = log.count < 5 ? step : nil
        scope.result = log
      }
      return step
    }
    #expect(try await flow.run() == [0, 1, 2, 3, 4])
  }

  @Test("A flow value can run many times at once, and its runs share nothing")
  func manyRuns() async throws {
    let flow = Flow(Int.self, Int.self, identifier: "F") { scope in
      var sum = 0
      let step = FlowStep(Any.self, Int.self, identifier: "add") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        DispatchQueue.global().async { handler.complete(1) }
        return handler
      }
      step.setCompletion { step, number in
        sum += number ?? 0
        step.nextStep = sum < (scope.content ?? 0) ? step : nil
        scope.result = sum
      }
      return step
    }
    let results = try await withThrowingTaskGroup(of: Int?.self) { group in
      for size in 1...20 { group.addTask { try await flow.run(size) } }
      return try await group.reduce(into: [Int]()) { $0.append($1 ?? -1) }
    }
    #expect(results.sorted() == Array(1...20))
  }

  @Test("A main-actor flow can use main-actor state directly")
  @MainActor
  func mainActor() async throws {
    let screen = Draft("empty")
    let flow = Flow(Any.self, String.self, identifier: "F", onMainActor: { _ in SendingTests.showing() })
    _ = try await flow.run()
    screen.text += " shown"
    #expect(screen.text == "empty shown")
    #expect(Board.text == "shown")
  }

  @MainActor enum Board { static var text = "" }

  @MainActor static func showing() -> any Startable {
    FlowStep(Any.self, String.self, identifier: "show") { _ in
      Board.text = "shown"
      return nil
    }
  }
}
