import FlowDurable
import FlowState
import FlowStateTesting
import Testing

@testable import FlowConsole

/// The runs of a process that the console keeps.
struct RunWatchTests {
  private func event(
    _ kind: FlowEvent.Kind, _ step: String? = nil, run: Int = 1, at seconds: Int = 0, sequence: Int = 1
  ) -> FlowEvent {
    FlowEvent(
      sequence: sequence, time: .seconds(seconds), step: step,
      place: FlowPlace(run: FlowRunID(flow: "F", number: run), lane: 0, visit: 1), kind: kind)
  }

  @Test("A watch knows where a run stands and how it has ended")
  func states() throws {
    let watch = RunWatch()
    watch.receive(event(.runBegan(parent: nil)))
    watch.receive(event(.stepBegan, "a"))
    #expect(watch.all.map(\.position) == ["a"])
    #expect(watch.all.map(\.state.kind) == [.held])
    watch.receive(event(.stepCompleted, "a"))
    watch.receive(event(.stepBegan, "b"))
    #expect(watch.all.map(\.position) == ["b"])
    watch.receive(event(.runEnded(.cancelled)))
    #expect(watch.all.map(\.state) == [.ended(.cancelled)])
    #expect(watch.all.map(\.name) == ["F#1"])
  }

  @Test("A durable run that continues stays one run")
  func parts() throws {
    let watch = RunWatch()
    watch.receive(event(.runBegan(parent: nil)))
    watch.receive(event(.stepBegan, "a", sequence: 2))
    watch.receive(event(.runSetAside, sequence: 3))
    #expect(watch.all.map(\.state.kind) == [.waiting])
    watch.receive(event(.runResumed, at: 9))
    #expect(watch.all.map(\.state.kind) == [.held])
    #expect(watch.all.map(\.position) == ["a"])
    watch.receive(event(.stepBegan, "a", at: 9, sequence: 2))
    watch.receive(event(.stepCompleted, "a", at: 9, sequence: 3))
    watch.receive(event(.stepBegan, "b", at: 9, sequence: 4))
    watch.receive(event(.stepCompleted, "b", at: 9, sequence: 5))
    watch.receive(event(.runEnded(.completed(nil)), at: 9, sequence: 6))
    #expect(watch.all.map(\.state) == [.ended(.completed)])
    #expect(watch.all.map(\.position) == ["b"])
    #expect(watch.run(RunNumber(rawValue: 1))?.events.count == 9)
    // A run that isn't kept begins a row.
    watch.receive(event(.runResumed, run: 2))
    #expect(watch.all.map(\.number.rawValue) == [1, 2])
  }

  @Test("A watch keeps no values")
  func values() throws {
    let watch = RunWatch()
    watch.receive(event(.runBegan(parent: nil)))
    watch.receive(event(.contextSet("Card", "4711")))
    watch.receive(event(.contextRestored("Card", "4711")))
    let run = try #require(watch.run(RunNumber(rawValue: 1)))
    #expect(!"\(run.events)".contains("4711"))
  }

  @Test("A watch keeps a bounded number of runs and of their events")
  func bounds() throws {
    let watch = RunWatch(keeping: 3, events: 100)
    for run in 1...10 { watch.receive(event(.runBegan(parent: nil), run: run)) }
    #expect(watch.all.map(\.number.rawValue) == [8, 9, 10])
    // Events of a run that isn't kept any more are ignored.
    watch.receive(event(.stepBegan, "a", run: 1))
    for sequence in 2...1_000 { watch.receive(event(.contentSet, "a", run: 10, sequence: sequence)) }
    let run = try #require(watch.run(RunNumber(rawValue: 10)))
    #expect(run.events.count == 100)
    #expect(run.dropped == 900)
    #expect(run.events.first?.sequence == 1)
    #expect(run.events.last?.sequence == 1_000)
  }

  @Test("A watch lists and counts runs by their states, in pages")
  func lists() async throws {
    let watch = RunWatch()
    for run in 1...5 { watch.receive(event(.runBegan(parent: nil), run: run)) }
    watch.receive(event(.runEnded(.completed(nil)), run: 2))
    let source = WatchedRuns(watch: watch)
    var query = RunQuery(states: [.held])
    query.newestFirst = true
    let first = try await source.runs(query, after: nil, limit: 2)
    #expect(first.map(\.number.rawValue) == [5, 4])
    let second = try await source.runs(query, after: first.last?.number, limit: 9)
    #expect(second.map(\.number.rawValue) == [3, 1])
    let counts = try #require(await source.counts(RunQuery()))
    #expect(Set(counts.map { "\($0.state) \($0.runs)" }) == ["held 4", "ended 1"])
    await #expect(throws: StoreError.unknownRun(RunNumber(rawValue: 9))) {
      _ = try await source.detail(of: RunNumber(rawValue: 9))
    }
  }
}
