import FlowPictures
import FlowState
import FlowStateTesting
import Testing

/// Traces of events that a test makes: lists that begin or end anywhere, and clocks that misbehave.
struct ChromeTraceEventTests {
  /// Makes events and numbers those of each run.
  struct Script {
    private var counts: [FlowRunID: Int] = [:]
    private(set) var events: [FlowEvent] = []

    mutating func add(
      _ kind: FlowEvent.Kind, _ step: String? = nil, in run: String = "F", lane: Int = 0, visit: Int, at time: Int
    ) {
      let place = FlowPlace(run: FlowRunID(flow: run, number: 1), lane: lane, visit: visit)
      let count = counts[place.run, default: 0] + 1
      if case .runBegan = kind { counts[place.run] = 1 } else { counts[place.run] = count }
      events.append(
        FlowEvent(
          sequence: counts[place.run] ?? 0, time: .microseconds(time), step: step, place: place, kind: kind))
    }
  }

  static func place(_ run: String, visit: Int) -> FlowPlace {
    FlowPlace(run: FlowRunID(flow: run, number: 1), lane: 0, visit: visit)
  }

  @Test("A nested run that outlives its step has its own track, and the next step is not drawn over it")
  func outliving() throws {
    var script = Script()
    script.add(.runBegan(parent: nil), visit: 0, at: 0)
    script.add(.stepBegan, "host", visit: 1, at: 0)
    script.add(.runBegan(parent: Self.place("F", visit: 1)), in: "Inner", visit: 0, at: 1)
    script.add(.stepBegan, "i", in: "Inner", visit: 1, at: 1)
    script.add(.stepCancelled, "host", visit: 1, at: 3)
    script.add(.stepBegan, "next", visit: 2, at: 3)
    script.add(.stepCompleted, "i", in: "Inner", visit: 1, at: 5)
    script.add(.runEnded(.cancelled), in: "Inner", visit: 1, at: 5)
    script.add(.stepCompleted, "next", visit: 2, at: 9)
    script.add(.runEnded(.completed(nil)), visit: 2, at: 9)
    let trace = try DrawnTrace(script.events)
    #expect(trace.faults == [])
    #expect(trace.tracks == [1: "F#1", 2: "Inner#1"])
    #expect(try ["F#1", "host", "next"].map { try trace.slice($0).track } == [1, 1, 1])
    #expect(try ["Inner#1", "i"].map { try trace.slice($0).track } == [2, 2])
    #expect(trace.processes.count == 1)
  }

  @Test("A run that begins after its step is over has its own track in the process of the step")
  func late() throws {
    var script = Script()
    script.add(.runBegan(parent: nil), visit: 0, at: 0)
    script.add(.stepBegan, "host", visit: 1, at: 0)
    script.add(.stepCancelled, "host", visit: 1, at: 1)
    script.add(.runBegan(parent: Self.place("F", visit: 1)), in: "Inner", visit: 0, at: 1)
    script.add(.runEnded(.cancelled), in: "Inner", visit: 0, at: 2)
    let trace = try DrawnTrace(script.events)
    #expect(trace.faults == [])
    #expect(try trace.slice("Inner#1").track == 2)
    #expect(try trace.slice("Inner#1").process == 1)
  }

  @Test("A list of events that begins in the middle of a run is drawn from there")
  func middle() throws {
    var script = Script()
    script.add(.stepCompleted, "a", visit: 7, at: 5)
    script.add(.stepBegan, "b", visit: 8, at: 6)
    script.add(.stepCompleted, "b", visit: 8, at: 7)
    script.add(.runEnded(.completed(nil)), visit: 8, at: 8)
    let trace = try DrawnTrace(script.events)
    #expect(trace.slices.map(\.description) == ["F#1 5000-8000 on 1", "b 6000-7000 on 1"])
    #expect(trace.instants.map(\.description) == ["a completed 5000-5000 on 1"])
  }

  @Test("Times that go backward or are extreme still make a valid trace")
  func times() throws {
    var script = Script()
    script.add(.runBegan(parent: nil), visit: 0, at: -5)
    script.add(.stepBegan, "a", visit: 1, at: 3)
    script.add(.stepCompleted, "a", visit: 1, at: 1)
    script.add(.runEnded(.completed(nil)), visit: 1, at: 2)
    let trace = try DrawnTrace(script.events)
    #expect(trace.faults == [])
    #expect(trace.slices.map(\.description) == ["F#1 -5000-3000 on 1", "a 3000-3000 on 1"])
    let extremes = [Duration.seconds(Int64.min), .seconds(Int64.max)].map {
      FlowEvent(sequence: 1, time: $0, step: "a", place: Self.place("F", visit: 1), kind: .stepBegan)
    }
    #expect(ChromeTrace(extremes).json.contains("\"ts\":-9223372036854775808000000,"))
  }

  @Test("Any list of events makes slices that nest", arguments: 0..<50)
  func anything(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var script = Script()
    var time = 0
    let error = FlowError(step: "s", place: Self.place("F", visit: 1), reason: .abandoned)
    for _ in 0..<60 {
      time += Int.random(in: -1...3, using: &generator)
      let run = ["F", "G", "H"].randomElement(using: &generator) ?? "F"
      let visit = Int.random(in: 0...6, using: &generator)
      let parent = Self.place(["F", "G", "H"].randomElement(using: &generator) ?? "F", visit: visit)
      let kinds: [FlowEvent.Kind] = [
        .runBegan(parent: nil), .runBegan(parent: parent), .stepBegan, .stepBegan, .stepBegan, .stepCompleted,
        .stepCompleted, .stepAbandoned(error), .stepCancelled, .wentBack, .rested, .runEnded(.completed(nil)),
        .runEnded(.failed(error)),
      ]
      script.add(
        kinds.randomElement(using: &generator) ?? .rested, "s", in: run, lane: Int.random(in: 0...3, using: &generator),
        visit: visit, at: time)
    }
    let trace = try DrawnTrace(script.events)
    #expect(trace.faults == [])
  }
}
