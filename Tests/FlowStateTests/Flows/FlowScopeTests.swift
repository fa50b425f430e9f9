import Dispatch
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// The scope of a run: its result and its lifetime.
struct FlowScopeTests {
  private enum Companion: FlowContextKey { typealias Value = CountedObject }

  @Test("A scope that is kept beyond the end keeps neither the run nor its context values alive")
  func keptBeyondTheEnd() throws {
    let queue = ManualQueue()
    let objects = ObjectCounter()
    let handlers = LockedList<FlowStepHandler<Any, String>>()
    // Confined to this thread, which plays the queue.
    let kept = Box<[FlowScope<Any, String>]>([])
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      kept.value.append(scope)
      scope.context[Companion.self] = objects.makeObject()
      return FlowStep(Any.self, String.self, identifier: "step") { _ in
        handlers.appendHandler()
      }
    }
    flow.reversible().on(queue).start()
    queue.play()
    let scope = try #require(kept.value.first)
    weak let run = scope.run
    #expect(run != nil && objects.living == 1)
    handlers.removeAll().first?.complete("done")
    queue.play()
    #expect(run == nil)
    #expect(objects.living == 0)
    scope.goBack()
    #expect(throws: FlowHistoryError.self) { try scope.goBack(to: "step") }
  }

  @Test("A closure that appends to the result does not copy it")
  func changedInPlace() throws {
    let places = LockedList<UInt>()
    let flow = Flow(Any.self, [Int].self, identifier: "F") { scope in
      FlowStep(Any.self, Void.self, identifier: "append") { _ in
        scope.result = []
        scope.result?.reserveCapacity(64)
        for number in 0..<10 {
          scope.result?.append(number)
          places.append(UInt(bitPattern: scope.result?.withUnsafeBufferPointer { $0.baseAddress }))
        }
        return nil
      }
    }
    #expect(try flow.runAndWait() == Array(0..<10))
    #expect(places.all.count == 10)
    #expect(Set(places.all).count == 1)
  }

  @Test("A result that a throwing method changes stays changed and can be changed again")
  func changedAndThrown() throws {
    let caught = LockedList<Bool>()
    let flow = Flow(Any.self, [Int].self, identifier: "F") { scope in
      FlowStep(Any.self, Void.self, identifier: "change") { _ in
        scope.result?.append(0)
        scope.result = [1]
        do { try scope.result?.appendAndThrow(2) } catch { caught.append(true) }
        scope.result?.append(3)
        return nil
      }
    }
    #expect(try flow.runAndWait() == [1, 2, 3])
    #expect(caught.all == [true])
  }

  @Test("A result may read its replacement while it is released")
  func replaced() throws {
    let seen = LockedList<String>()
    let flow = Flow(Any.self, Noted.self, identifier: "F") { scope in
      FlowStep(Any.self, Void.self, identifier: "replace") { _ in
        scope.result = Noted("old") { [unowned scope] in seen.append(scope.result?.name ?? "none") }
        scope.result = Noted("new") {}
        return nil
      }
    }
    #expect(try flow.runAndWait()?.name == "new")
    #expect(seen.all == ["new"])
  }

  @Test("A result that is set after the run has come to rest does not count")
  func setTooLate() throws {
    let released = LockedList<String>()
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      // Released with the step's closures, when the run takes its steps apart.
      let late = Noted("late") {
        scope.result = "too late"
        scope.result?.append("!")
        released.append(scope.result ?? "none")
      }
      return FlowStep(Any.self, Void.self, identifier: "set") { _ in
        scope.result = "\(late.name), but in time"
        return nil
      }
    }
    #expect(try flow.runAndWait() == "late, but in time")
    #expect(released.all == ["too late!"])
  }

  @Test("A scope releases its content and its result, whether large or small", arguments: [true, false])
  func releases(isLarge: Bool) throws {
    let objects = ObjectCounter()
    let queue = ManualQueue()
    let yielded = LockedList<Bool>()
    if isLarge {
      let flow = Flow(Large.self, Large.self, identifier: "F") { scope in
        FlowStep(Any.self, Void.self, identifier: "keep") { _ in
          scope.result = scope.content
          scope.result?.number += 1
          return nil
        }
      }
      flow.on(queue).start(Large(object: objects.makeObject())) { yielded.append($0.result?.number == 1) }
      flow.on(queue).start(Large(object: objects.makeObject())).cancel()
    } else {
      let flow = Flow(CountedObject.self, CountedObject.self, identifier: "F") { scope in
        FlowStep(Any.self, Void.self, identifier: "keep") { _ in
          scope.result = scope.content
          return nil
        }
      }
      flow.on(queue).start(objects.makeObject()) { yielded.append($0.result != nil) }
      flow.on(queue).start(objects.makeObject()).cancel()
    }
    #expect(objects.living == 2)
    queue.play()
    #expect(yielded.all == [true])
    #expect(objects.living == 0)
  }

  @Test("A result that refers to its scope is released, also in a main-actor flow", arguments: [true, false])
  @MainActor func refersToScope(isOfMainActor: Bool) async throws {
    let objects = ObjectCounter()
    let flow: Flow<Any, Screen> =
      if isOfMainActor {
        Flow(
          identifier: "F",
          onMainActor: { scope in
            FlowStep(Any.self, Void.self, identifier: "show") { _ in
              scope.result = Screen(of: scope, objects.makeObject())
              return nil
            }
          })
      } else {
        Flow(identifier: "F", on: .main) { scope in
          FlowStep(Any.self, Void.self, identifier: "show") { _ in
            scope.result = Screen(of: scope, objects.makeObject())
            return nil
          }
        }
      }
    let hasResult = try await patiently("The run did not end") { resume in
      flow.start { outcome in
        if case .completed(_?) = outcome { resume(true) } else { resume(false) }
      }
    }
    #expect(hasResult)
    // The run releases the outcome in the turn that reports it, which ends before the next turn.
    try await mainQueueTurn()
    #expect(objects.living == 0)
  }

  @Test("Using a result inside a method that changes it traps")
  func overlap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, [Int].self, identifier: "F") { scope in
        FlowStep(Any.self, Void.self, identifier: "change") { _ in
          scope.result = [1, 2]
          scope.result?.sort { first, second in
            scope.result = []
            return first < second
          }
          return nil
        }
      }
      _ = try flow.runAndWait()
    }
    expectSaid(result, "The result of a run was used inside a method that changes it.")
  }

  private struct Large: Sendable {
    var number = 0
    var more = (1, 2, 3)
    var object: CountedObject
  }
}

extension FlowOutcome {
  fileprivate var result: Result? {
    guard case .completed(let result) = self else { return nil }
    return result
  }
}

extension [Int] {
  fileprivate mutating func appendAndThrow(_ number: Int) throws {
    append(number)
    throw CancellationError()
  }
}

/// A result that refers to the scope that it is set in.
///
/// `@unchecked Sendable`: only the main queue uses it.
private final class Screen: @unchecked Sendable {
  private let scope: AnyObject
  private let object: CountedObject

  init(of scope: AnyObject, _ object: CountedObject) {
    self.scope = scope
    self.object = object
  }
}

/// An object that calls a closure when it is released.
///
/// `@unchecked Sendable`: only the queue of the run uses it.
private final class Noted: @unchecked Sendable {
  let name: String
  private let whenReleased: () -> Void

  init(_ name: String, whenReleased: @escaping () -> Void) {
    self.name = name
    self.whenReleased = whenReleased
  }

  deinit { whenReleased() }
}
