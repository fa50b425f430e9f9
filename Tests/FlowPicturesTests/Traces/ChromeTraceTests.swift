import FlowPictures
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Runs as Chrome traces, recorded from real flows.
@MainActor
struct ChromeTraceTests {
  let harness = FlowHarness()

  @Test("The trace of a small run is exact to the byte")
  func wholeText() {
    let inner = harness.mainActorFlow("Inner") { _ in harness.waiting("i") }
    harness.startMainActorFlow { _ in
      let nested = FlowStep(inner, identifier: "nested")
      nested.nextStep = ConcurrentFlowStep(identifier: "both", steps: [harness.waiting("a"), harness.waiting("b")])
      return nested
    }
    harness.clock.advance(by: .microseconds(1_500))
    harness.complete("i")
    harness.clock.advance(by: .nanoseconds(70))
    harness.complete("i", "a")
    harness.advance(by: .milliseconds(2))
    harness.fail("b")
    #expect(
      ChromeTrace(harness.recorder.events).json == """
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

  @Test("A trace without events has no lines")
  func empty() {
    #expect(ChromeTrace([]).json == "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[]}\n")
  }

  @Test("Steps follow each other within the slice of their run")
  func chain() throws {
    harness.startMainActorFlow { _ in harness.waiting("a", then: harness.waiting("b")) }
    harness.advance(by: .milliseconds(10))
    harness.complete("a")
    harness.advance(by: .milliseconds(5))
    harness.complete("b")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(
      trace.slices.map(\.description) == ["F#1 0-15000000 on 1", "a 0-10000000 on 1", "b 10000000-15000000 on 1"])
    #expect(trace.slices.map(\.ending) == ["completed", "completed", "completed"])
    #expect(trace.tracks == [1: "F#1"])
    #expect(trace.processes == [1: "F#1"])
  }

  @Test("Nested runs are drawn within the slices of their steps, three levels deep")
  func nested() throws {
    let third = harness.mainActorFlow("Third") { _ in harness.waiting("c", then: harness.waiting("d")) }
    let second = harness.mainActorFlow("Second") { _ in FlowStep(third, identifier: "b") }
    harness.startMainActorFlow { _ in FlowStep(second, identifier: "a") }
    harness.advance(by: .milliseconds(1))
    harness.complete("c")
    harness.advance(by: .milliseconds(1))
    harness.fail("d")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    let chain = try ["F#1", "a", "Second#1", "b", "Third#1", "d"].map { try trace.slice($0) }
    for (outer, inner) in zip(chain, chain.dropFirst()) { #expect(outer.contains(inner)) }
    #expect(chain.map(\.ending) == Array(repeating: "failed", count: 6))
    #expect(try trace.slice("d").arguments["error"] as? String == "Step 'd' failed (visit 2 of run Third#1): mishap")
    #expect(try trace.slice("c").ending == "completed")
  }

  @Test("Concurrent children have parallel named tracks, which contain their nested runs")
  func concurrent() throws {
    let inner = harness.mainActorFlow("Inner") { _ in
      ConcurrentFlowStep(identifier: "both", steps: [harness.waiting("c"), harness.waiting("d")])
    }
    harness.startMainActorFlow { _ in
      ConcurrentFlowStep(
        identifier: "all", steps: [harness.waiting("a", then: harness.waiting("a2")), FlowStep(inner, identifier: "b")])
    }
    for step in ["a", "c", "a2", "d"] {
      harness.advance(by: .milliseconds(1))
      harness.complete(step)
    }
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.tracks == [1: "F#1", 2: "F#1 lane 1", 3: "F#1 lane 2", 4: "Inner#1 lane 1", 5: "Inner#1 lane 2"])
    #expect(try ["F#1", "all"].map { try trace.slice($0).track } == [1, 1])
    #expect(try ["a", "a2"].map { try trace.slice($0).track } == [2, 2])
    #expect(try ["b", "Inner#1", "both"].map { try trace.slice($0).track } == [3, 3, 3])
    #expect(try ["c", "d"].map { try trace.slice($0).track } == [4, 5])
  }

  @Test("Cancelling a run ends every open slice as cancelled")
  func cancelled() throws {
    let inner = harness.mainActorFlow("Inner") { _ in harness.waiting("i") }
    let run = harness.startMainActorFlow { _ in
      ConcurrentFlowStep(identifier: "all", steps: [FlowStep(inner, identifier: "nested"), harness.waiting("b")])
    }
    harness.advance(by: .milliseconds(3))
    run.cancel()
    harness.queue.play()
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.count == 6)
    #expect(trace.slices.allSatisfy { $0.ending == "cancelled" && $0.end == 3_000_000 })
  }

  @Test("A slice that has not settled lasts until the last event and is marked so")
  func underWay() throws {
    harness.startMainActorFlow { _ in
      harness.waiting(
        "a", then: ConcurrentFlowStep(identifier: "all", steps: [harness.waiting("b"), harness.waiting("c")]))
    }
    harness.advance(by: .milliseconds(1))
    harness.complete("a")
    harness.advance(by: .milliseconds(1))
    harness.complete("b")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    for name in ["F#1", "all", "c"] {
      #expect(try trace.slice(name).ending == "still under way at the last event")
      #expect(try trace.slice(name).end == 2_000_000)
    }
    #expect(try trace.slice("a").ending == "completed")
  }

  @Test("Runs that are not nested are separate processes")
  func processes() throws {
    harness.startMainActorFlow { _ in
      ConcurrentFlowStep(identifier: "all", steps: [harness.waiting("a"), harness.waiting("b")])
    }
    harness.startMainActorFlow { _ in harness.waiting("c") }
    harness.complete("a", "b", "c")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.processes == [1: "F#1", 4: "F#1"])
    #expect(try trace.slice("c").process == 4)
    #expect(try trace.slice("b").process == 1)
  }

  @Test(
    "Identifiers with harmful characters are preserved in a trace",
    arguments: ["\"},{", "\\", "a\nb", "\0", "\u{2028}", "</script>", ""])
  func hostile(identifier: String) throws {
    harness.start(harness.recorded(harness.mainActorFlow(identifier) { _ in harness.waiting(identifier) }))
    harness.complete(identifier, identifier)
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.slices.map(\.name) == ["\(identifier)#1", identifier])
    #expect(trace.instants.map(\.name) == ["\(identifier): extra completion ignored"])
    #expect(trace.tracks == [1: "\(identifier)#1"])
  }
}
