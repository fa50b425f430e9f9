import FlowState
import FlowStateTesting
import Testing

/// Runs as Chrome traces, recorded from real flows.
@MainActor
struct ChromeTraceTests {
  let stage = Stage()
  let recorder = FlowRecorder()
  let clock = ManualClock()

  @discardableResult
  func start(_ first: @escaping @MainActor () -> any Startable) -> FlowRun {
    let run = stage.flow("F") { _ in first() }.observed(by: recorder).timed(by: clock).start()
    stage.queue.play()
    return run
  }

  func pass(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    stage.queue.play()
  }

  @Test("a small run, to the byte")
  func wholeText() {
    let inner = stage.flow("Inner") { _ in stage.waiting("i") }
    start {
      let nested = FlowStep(inner, identifier: "nested")
      nested.nextStep = ConcurrentFlowStep(identifier: "both", steps: [stage.waiting("a"), stage.waiting("b")])
      return nested
    }
    clock.advance(by: .microseconds(1_500))
    stage.complete("i")
    clock.advance(by: .nanoseconds(70))
    stage.complete("i", "a")
    pass(2)
    stage.fail("b")
    #expect(
      ChromeTrace(recorder.events).json == """
        {"displayTimeUnit":"ms","traceEvents":[
        {"name":"process_name","ph":"M","pid":1,"tid":1,"args":{"name":"F#1"}},
        {"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"F#1"}},
        {"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"F#1 lane 1"}},
        {"name":"thread_name","ph":"M","pid":1,"tid":3,"args":{"name":"F#1 lane 2"}},
        {"name":"F#1","cat":"run","ph":"X","ts":0,"dur":3500.070,"pid":1,"tid":1,"args":{"ending":"failed",\
        "error":"Step 'both' failed (visit 2 of run F#1): Step 'b' failed (visit 4 of run F#1, lane 2): mishap"}},
        {"name":"nested","cat":"step","ph":"X","ts":0,"dur":1500,"pid":1,"tid":1,"args":{"run":"F#1","lane":0,\
        "visit":1,"ending":"completed"}},
        {"name":"Inner#1","cat":"run","ph":"X","ts":0,"dur":1500,"pid":1,"tid":1,"args":{"ending":"completed"}},
        {"name":"i","cat":"step","ph":"X","ts":0,"dur":1500,"pid":1,"tid":1,"args":{"run":"Inner#1","lane":0,\
        "visit":1,"ending":"completed"}},
        {"name":"both","cat":"step","ph":"X","ts":1500,"dur":2000.070,"pid":1,"tid":1,"args":{"run":"F#1","lane":0,\
        "visit":2,"ending":"failed","error":"Step 'both' failed (visit 2 of run F#1): Step 'b' failed (visit 4 of \
        run F#1, lane 2): mishap"}},
        {"name":"a","cat":"step","ph":"X","ts":1500,"dur":0.070,"pid":1,"tid":2,"args":{"run":"F#1","lane":1,\
        "visit":3,"ending":"completed"}},
        {"name":"b","cat":"step","ph":"X","ts":1500,"dur":2000.070,"pid":1,"tid":3,"args":{"run":"F#1","lane":2,\
        "visit":4,"ending":"failed","error":"Step 'b' failed (visit 4 of run F#1, lane 2): mishap"}},
        {"name":"i: extra completion ignored","cat":"step","ph":"i","s":"t","ts":1500.070,"pid":1,"tid":1,\
        "args":{"run":"Inner#1","lane":0,"visit":1}}
        ]}
        """ + "\n")
  }

  @Test("no events, no lines")
  func empty() {
    #expect(ChromeTrace([]).json == "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[]}\n")
  }

  @Test("steps follow each other within their run")
  func chain() throws {
    start { stage.waiting("a", then: stage.waiting("b")) }
    pass(10)
    stage.complete("a")
    pass(5)
    stage.complete("b")
    let trace = try DrawnTrace(recorder.events)
    #expect(
      trace.slices.map(\.description) == ["F#1 0-15000000 on 1", "a 0-10000000 on 1", "b 10000000-15000000 on 1"])
    #expect(trace.slices.map(\.ending) == ["completed", "completed", "completed"])
    #expect(trace.tracks == [1: "F#1"])
    #expect(trace.processes == [1: "F#1"])
  }

  @Test("nested runs are within the slices of their steps, three levels deep")
  func nested() throws {
    let third = stage.flow("Third") { _ in stage.waiting("c", then: stage.waiting("d")) }
    let second = stage.flow("Second") { _ in FlowStep(third, identifier: "b") }
    start { FlowStep(second, identifier: "a") }
    pass(1)
    stage.complete("c")
    pass(1)
    stage.fail("d")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    let chain = try ["F#1", "a", "Second#1", "b", "Third#1", "d"].map { try trace.slice($0) }
    for (outer, inner) in zip(chain, chain.dropFirst()) { #expect(outer.contains(inner)) }
    #expect(chain.map(\.ending) == Array(repeating: "failed", count: 6))
    #expect(try trace.slice("d").arguments["error"] as? String == "Step 'd' failed (visit 2 of run Third#1): mishap")
    #expect(try trace.slice("c").ending == "completed")
  }

  @Test("concurrent children are on parallel tracks with names, with what is nested in them")
  func concurrent() throws {
    let inner = stage.flow("Inner") { _ in
      ConcurrentFlowStep(identifier: "both", steps: [stage.waiting("c"), stage.waiting("d")])
    }
    start {
      ConcurrentFlowStep(
        identifier: "all", steps: [stage.waiting("a", then: stage.waiting("a2")), FlowStep(inner, identifier: "b")])
    }
    for step in ["a", "c", "a2", "d"] {
      pass(1)
      stage.complete(step)
    }
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.tracks == [1: "F#1", 2: "F#1 lane 1", 3: "F#1 lane 2", 4: "Inner#1 lane 1", 5: "Inner#1 lane 2"])
    #expect(try ["F#1", "all"].map { try trace.slice($0).track } == [1, 1])
    #expect(try ["a", "a2"].map { try trace.slice($0).track } == [2, 2])
    #expect(try ["b", "Inner#1", "both"].map { try trace.slice($0).track } == [3, 3, 3])
    #expect(try ["c", "d"].map { try trace.slice($0).track } == [4, 5])
  }

  @Test("a cancelled run says so, in every slice that was under way")
  func cancelled() throws {
    let inner = stage.flow("Inner") { _ in stage.waiting("i") }
    let run = start {
      ConcurrentFlowStep(identifier: "all", steps: [FlowStep(inner, identifier: "nested"), stage.waiting("b")])
    }
    pass(3)
    run.cancel()
    stage.queue.play()
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.count == 6)
    #expect(trace.slices.allSatisfy { $0.ending == "cancelled" && $0.end == 3_000_000 })
  }

  @Test("what has not settled lasts up to the last event, and says so")
  func underWay() throws {
    start {
      stage.waiting("a", then: ConcurrentFlowStep(identifier: "all", steps: [stage.waiting("b"), stage.waiting("c")]))
    }
    pass(1)
    stage.complete("a")
    pass(1)
    stage.complete("b")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    for name in ["F#1", "all", "c"] {
      #expect(try trace.slice(name).ending == "still under way at the last event")
      #expect(try trace.slice(name).end == 2_000_000)
    }
    #expect(try trace.slice("a").ending == "completed")
  }

  @Test("delays, attempts and timeouts")
  func operators() throws {
    start { stage.waiting("a").timeout(.milliseconds(5)).retry(attempts: 2, backoff: .constant(.milliseconds(2))) }
    pass(5)
    pass(2)
    pass(1)
    stage.complete("a")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.filter { $0.name == "a.timeout" }.map(\.ending) == ["timed out", "completed"])
    #expect(trace.slices.filter { $0.name == "a" }.map(\.ending) == ["cancelled", "completed"])
    #expect(trace.slices.filter { $0.name == "a" }.map(\.end) == [5_000_000, 8_000_000])
    let delay = try #require(trace.instants.first)
    #expect(delay.name == "a.timeout.retry waits")
    #expect(delay.start == 5_000_000)
    #expect(delay.arguments["microseconds"] as? Int == 2_000)
  }

  @Test("a loop over an operator's step uses the track of its lane again")
  func loop() throws {
    start {
      let loop = stage.instant("a").map { $0 }
      var turns = 0
      loop.setCompletion { step, _ in
        turns += 1
        step.nextStep = turns < 100 ? step : nil
      }
      return loop
    }
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.count == 201)
    #expect(trace.tracks == [1: "F#1", 2: "F#1 lane 1 and 99 more"])
  }

  @Test("the tracks of a nested run's lanes are used again when it has ended")
  func nestedLoop() throws {
    let inner = stage.flow("Inner") { _ in
      ConcurrentFlowStep(identifier: "both", steps: [stage.instant("a"), stage.waiting("b")])
    }
    start {
      let loop = FlowStep(inner, identifier: "loop")
      var turns = 0
      loop.setCompletion { step, _ in
        turns += 1
        step.nextStep = turns < 3 ? step : nil
      }
      return loop
    }
    for _ in 0..<3 {
      pass(1)
      stage.complete("b")
    }
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.filter { $0.name == "b" }.map(\.ending) == ["completed", "completed", "completed"])
    #expect(trace.tracks == [1: "F#1", 2: "Inner#1 lane 1 and 2 more", 3: "Inner#1 lane 2 and 2 more"])
  }

  @Test("an extra completion is an instant")
  func extra() throws {
    start { stage.waiting("a", then: stage.waiting("b")) }
    stage.complete("a")
    pass(1)
    stage.complete("a", "b")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.instants.map(\.description) == ["a: extra completion ignored 1000000-1000000 on 1"])
  }

  @Test("going back is an instant, and so is what was undone")
  func goingBack() async throws {
    let flow = stage.flow("F") { _ in
      let a = stage.waiting("a", then: stage.waiting("b"))
      a.setUndo { _, _ in }
      return a
    }
    let run = flow.reversible().observed(by: recorder).timed(by: clock).start()
    stage.queue.play()
    stage.complete("a")
    pass(4)
    run.goBack()
    stage.queue.play()
    stage.complete("a", "b")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.instants.map(\.name) == ["a undone", "back to a"])
    #expect(trace.instants.map(\.start) == [4_000_000, 4_000_000])
    #expect(trace.slices.map(\.name) == ["F#1", "a", "b", "a", "b"])
    #expect(trace.slices.map(\.ending) == ["completed", "completed", "cancelled", "completed", "completed"])
  }

  @Test("a step of an open lane that completes once more is an instant")
  func onceMore() throws {
    start {
      NavigationFlowCoordinator(
        navigationController: 0, identifier: "screens", firstStep: stage.waiting("a", then: stage.instant("b")))
    }
    stage.complete("a", "a")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.map(\.name) == ["F#1", "screens", "a", "b", "b"])
    #expect(trace.instants.map(\.description) == ["a completed 0-0 on 2"])
  }

  @Test("runs that are not nested are processes of their own")
  func processes() throws {
    start { ConcurrentFlowStep(identifier: "all", steps: [stage.waiting("a"), stage.waiting("b")]) }
    start { stage.waiting("c") }
    stage.complete("a", "b", "c")
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.faults == [])
    #expect(trace.processes == [1: "F#1", 4: "F#1"])
    #expect(try trace.slice("c").process == 4)
    #expect(try trace.slice("b").process == 1)
  }

  @Test(
    "identifiers that mean harm arrive as they are",
    arguments: ["\"},{", "\\", "a\nb", "\0", "\u{2028}", "</script>", ""])
  func hostile(identifier: String) throws {
    stage.flow(identifier) { _ in stage.waiting(identifier) }.observed(by: recorder).timed(by: clock).start()
    stage.queue.play()
    stage.complete(identifier, identifier)
    let trace = try DrawnTrace(recorder.events)
    #expect(trace.slices.map(\.name) == ["\(identifier)#1", identifier])
    #expect(trace.instants.map(\.name) == ["\(identifier): extra completion ignored"])
    #expect(trace.tracks == [1: "\(identifier)#1"])
  }
}
