import FlowDurable
import FlowForms
import FlowJSON
import Testing

/// Answers the form at which a run of a document waits, and lets the worker work until it is idle.
func answer(
  _ worker: FlowWorker, _ run: DurableRun<Any, JSONValue>, _ flow: DurableFlow<Any, JSONValue>, _ entry: FormEntry
) async throws {
  guard case .page(let visit) = try await run.rest(within: .zero) else { return #expect(Bool(false), "no page") }
  let form = try #require(flow.definition.form(at: visit.step))
  _ = try await run.answer(
    AnyForm.messageName(of: visit.step), try form.answer(entry), at: visit.token, within: .zero)
  try await worker.runUntilIdle()
}
