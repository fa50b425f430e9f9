import FlowState
import FlowStateTesting
import FlowTracing
import InMemoryTracing
import ServiceContextModule
import Testing
import Tracing

/// Spans of runs.
struct TracingObserverTests {
  private struct Declined: Error {}

  private let tracer = InMemoryTracer()
  private let queue = ManualQueue()

  private func step(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in FlowStepHandler(Any.self, String.self) }
  }

  private func play(_ flow: Flow<Any, Void>, _ script: FlowScript, context: ServiceContext = .topLevel) {
    let observer = TracingObserver(tracer: tracer, context: context)
    flow.on(queue).timed(by: ManualClock(playing: queue)).scripted(by: script).observed(by: observer).start()
    queue.play()
  }

  private func parent(of span: FinishedInMemorySpan) -> String? {
    tracer.finishedSpans.first { $0.spanID == span.parentSpanID }?.operationName
  }

  @Test("A run has a span with a span for each step inside")
  func nested() throws {
    play(
      Flow(Any.self, Void.self, identifier: "order") { _ in
        let (accept, pay) = (step("accept"), step("pay"))
        accept.nextStep = pay
        return accept
      }, ["accept": [.result("a")], "pay": [.result("p")]])
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["accept", "pay", "order"])
    #expect(tracer.finishedSpans.map(parent) == ["order", "order", nil])
    #expect(tracer.finishedSpans.last?.attributes.get("flow.run") == "order#1")
  }

  @Test("The span of a run is inside the given span")
  func outer() throws {
    let request = tracer.startSpan("request", context: .topLevel)
    play(
      Flow(Any.self, Void.self, identifier: "order") { _ in step("pay") }, ["pay": [.result("p")]],
      context: request.context)
    request.end()
    #expect(tracer.finishedSpans.map(parent) == ["order", "request", nil])
  }

  @Test("The span of a nested run is inside the span of the step that started it")
  func nestedRuns() throws {
    let inner = Flow(Any.self, Void.self, identifier: "payment") { _ in step("card") }
    play(
      Flow(Any.self, Void.self, identifier: "order") { _ in FlowStep(inner, identifier: "pay") },
      ["card": [.result("c")]])
    #expect(tracer.finishedSpans.map(\.operationName) == ["card", "payment", "pay", "order"])
    #expect(tracer.finishedSpans.map(parent) == ["payment", "pay", "order", nil])
  }

  @Test("A failure is recorded with its cause on the step and on the run")
  func failed() throws {
    play(Flow(Any.self, Void.self, identifier: "order") { _ in step("pay") }, ["pay": [.failure(Declined())]])
    #expect(tracer.finishedSpans.map { $0.status?.code } == [.error, .error])
    #expect(tracer.finishedSpans.allSatisfy { $0.errors.first?.error is Declined })
  }

  @Test("A cancelled run leaves no span open")
  func cancelled() throws {
    let observer = TracingObserver(tracer: tracer, context: .topLevel)
    let flow = Flow(Any.self, Void.self, identifier: "order") { _ in step("pay") }
    let run = flow.on(queue).scripted(by: ["pay": [.never]]).observed(by: observer).start()
    queue.play()
    #expect(tracer.activeSpans.count == 2)
    run.cancel()
    queue.play()
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.allSatisfy { $0.attributes.get("flow.cancelled") == true })
  }
}
