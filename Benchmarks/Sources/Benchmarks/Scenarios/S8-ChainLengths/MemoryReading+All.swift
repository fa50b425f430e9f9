import FlowState

extension MemoryReading {
  static let all = [stepBuilt, stepVisited, stepVisitedReversibly, handler, child]

  /// Steps that exist, with both closures and a link to the next.
  private static let stepBuilt = MemoryReading(what: "per step built") { count, scale in
    let flow = Flow(Int.self, Int.self, identifier: "Chain") { scope in
      scale.begin()
      let steps = (0..<count).map { index in
        FlowStep(Int.self, Int.self, identifier: "Step") { step in
          let handler = FlowStepHandler(Int.self, Int.self)
          handler.complete(advance(step.content ?? 0, by: index))
          return handler
        }
      }
      let first = link(steps, in: scope)
      scale.end()
      return first
    }
    _ = try flow.runAndWait(0)
  }

  /// The memory that a chain still has when its last step completes.
  private static let stepVisited = MemoryReading(what: "per step visited") { count, scale in
    _ = try SynchronousChain.flow(of: count, built: scale.begin, ended: scale.end).runAndWait(0)
  }

  private static let stepVisitedReversibly = MemoryReading(what: "per step visited, reversible") { count, scale in
    _ = try SynchronousChain.flow(of: count, built: scale.begin, ended: scale.end).reversible().runAndWait(0)
  }

  private static let handler = MemoryReading(what: "per handler") { count, scale in
    var handlers: [FlowStepHandler<Int, Int>] = []
    handlers.reserveCapacity(count)
    scale.begin()
    for _ in 0..<count { handlers.append(FlowStepHandler(Int.self, Int.self)) }
    // Else they would be released before they are weighed.
    withExtendedLifetime(handlers) { scale.end() }
  }

  /// Children of a concurrent step that wait for their handlers: handler, link and lane.
  private static let child = MemoryReading(what: "per child in flight, with its handler") { count, scale in
    let allUnderWay = Gate(for: 1)
    let flow = Flow(Any.self, Void.self, identifier: "Children") { _ in
      var waiting: [AnyFlowStepHandler] = []
      waiting.reserveCapacity(count)
      let children = (0..<count).map { _ in
        FlowStep(Any.self, Int.self, identifier: "Child") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          waiting.append(handler)
          if waiting.count == count {
            scale.end()
            allUnderWay.arrive()
          }
          return handler
        }
      }
      scale.begin()
      return ConcurrentFlowStep(identifier: "All", steps: children)
    }
    let ended = Answer()
    let run = flow.start { _ in ended.give(0) }
    allUnderWay.waitForAll()
    run.cancel()
    _ = ended.wait()
  }
}
