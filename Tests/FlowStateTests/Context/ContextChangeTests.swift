import FlowState
import FlowStateTesting
import TestSupport
import Testing

private enum List: FlowContextKey { typealias Value = [Int] }
private enum Secret: FlowContextKey {
  typealias Value = [Int]
  static var isPrivate: Bool { true }
}

/// In-place changes of context values, which don't copy the value, with or without an observer.
struct ContextChangeTests {
  let queue = ManualQueue()
  let recorder = FlowRecorder()

  /// Calls `body` with the contexts of a run and of a run nested in it.
  private func inContexts(
    _ body: @escaping @Sendable (_ outer: FlowContext, _ inner: FlowContext) throws -> Void
  ) {
    // Safe, because it is used only on this thread.
    let outer = Box<FlowContext?>(nil)
    let inner = Flow(Any.self, Any.self, identifier: "N") { scope in
      if let outer = outer.value { try? body(outer, scope.context) }
      return FlowStep(Any.self, Any.self, identifier: "x") { _ in nil }
    }
    let flow = Flow(Any.self, Any.self, identifier: "F") { scope in
      outer.value = scope.context
      return FlowStep(inner)
    }
    flow.on(queue).observed(by: recorder).start()
    queue.play()
  }

  private var texts: [String] {
    recorder.events.compactMap {
      if case .contextSet(let name, let text) = $0.kind { "\(name) \(text ?? "nil")" } else { nil }
    }
  }

  @Test("Changing an array in the context does not move it, even with an observer")
  func inPlace() {
    let moves = LockedList<Bool>()
    inContexts { context, _ in
      context[List.self] = Array(0..<1_000)
      context[List.self]?.reserveCapacity(4_000)
      func place() -> UnsafeRawPointer? {
        context[List.self]?.withUnsafeBytes { $0.baseAddress }
      }
      let before = place()
      for number in 0..<1_000 { context[List.self]?.append(number) }
      for number in 0..<1_000 { context[List.self, default: []].append(number) }
      moves.append(before != place())
    }
    #expect(moves.all == [false])
    #expect(texts.count == 2_002)
    #expect(texts.last == "List [0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2990 more]")
  }

  @Test("A nested run's change of an inherited value does not affect the enclosing run")
  func inherited() {
    let seen = LockedList<[Int]?>()
    inContexts { outer, inner in
      outer[List.self] = [1]
      inner[List.self]?.append(2)
      inner[List.self, default: []].append(3)
      seen.append(outer[List.self])
      seen.append(inner[List.self])
      inner[List.self] = nil
      seen.append(inner[List.self])
    }
    #expect(seen.all == [[1], [1, 2, 3], [1]])
  }

  @Test("A change that throws keeps the part that it has made")
  func throwing() {
    let seen = LockedList<[Int]?>()
    inContexts { context, _ in
      func change(_ list: inout [Int]) throws {
        list.append(1)
        throw TestError()
      }
      context[List.self] = []
      defer { seen.append(context[List.self]) }
      try change(&context[List.self, default: []])
    }
    #expect(seen.all == [[1]])
  }

  @Test("Optional chaining sets nothing if there is no value, and nil removes a value")
  func none() {
    let seen = LockedList<[Int]?>()
    inContexts { context, _ in
      context[List.self]?.append(1)
      seen.append(context[List.self])
      context[List.self] = [1]
      context[List.self] = nil
      seen.append(context[List.self])
    }
    #expect(seen.all == [nil, nil])
  }

  @Test("Events do not show the changed value of a private key")
  func secret() {
    inContexts { context, _ in context[Secret.self, default: []].append(42) }
    #expect(texts == ["Secret (private)"])
  }

  @Test("A value that is used during its own change traps with a sentence", arguments: [0, 1, 2])
  func usedWhileChanged(use: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use = use as Int] in
      let flow = Flow(Any.self, Any.self, identifier: "F") { scope in
        let context = scope.context
        func change(_ list: inout [Int]?) {
          switch use {
          case 0: _ = context[List.self]
          case 1: context[List.self] = [2]
          default: context[List.self]?.append(2)
          }
        }
        context[List.self] = [1]
        change(&context[List.self])
        return FlowStep(Any.self, Any.self, identifier: "x") { _ in nil }
      }
      _ = try? flow.runAndWait()
    }
    expectSaid(
      result,
      "The value of List in the context of run F#1 was used while it was being changed. Read it before the change.")
  }
}
