import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import Foundation
import Testing

/// Forms that have a password only in a later version of their document.
struct PrivateFormTests {
  /// Turns bytes around, which is enough to see whether values are sealed.
  private struct Reversing: PayloadCodec {
    func seal(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.reversed()) }
    func open(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.reversed()) }
  }

  private let log = Passport.Log()

  private func flow(_ version: Int, _ fields: String) throws -> DurableFlow<Any, JSONValue> {
    let text =
      #"{"flow":"f","version":\#(version),"steps":[{"id":"account","form":{"fields":[{"name":"name"}\#(fields)]}},"#
      + #"{"id":"again","form":{"fields":[{"name":"go","type":"choice","options":["again","on"]}]},"#
      + #""routes":[{"to":"account","when":"@{eq(again.go, 'again')}"}]},"#
      + #"{"id":"cook","stepkit":{"url":"/@{account.name}"},"routes":[{"to":"told","when":"@{eq(account.name, 'dough')}"},{"to":"end"}]},"#
      + #"{"id":"told","use":"mail","with":{"to":"@{account.name}"}}]}"#
    return try FlowDocument(parsing: text, for: Kitchen.registry(log)).durableFlow(sealedBy: Reversing())
  }

  @Test("The answer to a form that has got a password is read, and not the older one")
  func newer() async throws {
    let store = MemoryStore()
    let old = try flow(1, "")
    let worker = FlowWorker(store, running: [old])
    let begun = try await worker.start(old, nil)
    try await worker.runUntilIdle()
    try await answer(worker, begun, old, ["name": "wrong"])
    let new = try flow(2, #",{"name":"password","type":"password","optional":true}"#)
    let other = FlowWorker(store, running: [new])
    let run = try #require(try await other.find(new, number: begun.number))
    try await other.runUntilIdle()
    try await answer(other, run, new, ["go": "again"])
    try await answer(other, run, new, ["name": "dough", "password": "secret"])
    try await answer(other, run, new, ["go": "on"])
    guard case .page(let visit) = try await run.rest(within: .zero) else { return #expect(Bool(false), "no page") }
    let terminal = try TypedLines(["press", "tick"])
    let screen = try #require(new.definition.screen(at: visit.step))
    let result = try #require(try await screen.result(on: terminal.session, with: try await run.values()))
    _ = try terminal.written()
    _ = try await run.answer(DocumentScreen.messageName(of: visit.step), result, at: visit.token, within: .zero)
    try await other.runUntilIdle()
    #expect(log.lines == ["load /dough", "mail dough"])
    #expect(try await run.summary().state.kind == .ended)
  }
}
