import FlowDurable
import FlowJSON
import FlowMarkup
import FlowStateTesting
import Testing
import WebServing

@testable import FlowConsole

/// The form of a message. A console that knows the flow refuses a message that no step awaits or that doesn't decode.
struct MessageTests {
  private func message(
    _ name: String, _ body: String, isKnown: Bool = true, _ state: RunState = .waiting(until: nil, for: ["Shipped"])
  ) throws -> FlowMessage {
    let zero = StoreTime(milliseconds: 0)
    let run = RunSummary(
      number: RunNumber(rawValue: 1), flow: "order", key: nil, queue: "default", tenant: nil, priority: 0, state: state,
      position: "shipped", attempts: 0, lastRecord: 3, waitingMessages: 0, began: zero, changed: zero)
    let fields = FormFields("name=\(name.percentEncoded)&body=\(body.percentEncoded)")
    return try RunAction.send.message(
      fields, RunDetail(summary: run, events: [], lines: []), of: isKnown ? try shopFlow().definition : nil)
  }

  @Test("A message with members that the flow doesn't know is accepted")
  func accepted() throws {
    let found = try message("Shipped", #"{"tracking": "1Z", "note": 2}"#)
    #expect(found.content == .message(name: "Shipped", body: ["tracking": "1Z", "note": 2]))
  }

  @Test("A message that no step awaits is refused")
  func unknown() throws {
    let fault = #expect(throws: FieldFault.self) { try message("Shiped", #"{"tracking": "1Z"}"#) }
    #expect(fault?.sentence == "No step of the flow awaits the message \"Shiped\". Steps await: Shipped.")
  }

  @Test("A message that doesn't decode is refused")
  func notDecoded() throws {
    let fault = #expect(throws: FieldFault.self) { try message("Shipped", #"{"trackin": "1Z"}"#) }
    #expect(fault?.sentence == "The body doesn't decode as the flow awaits it: $.tracking: there is no value.")
  }

  @Test("A message that a run of another version waits for is accepted")
  func otherVersion() throws {
    let found = try message("Returned", "{}", .waiting(until: nil, for: ["Returned"]))
    #expect(found.content == .message(name: "Returned", body: [:]))
  }

  @Test("A console that doesn't know the flow accepts any message")
  func withoutFlow() throws {
    #expect(try message("Shiped", "1", isKnown: false).content == .message(name: "Shiped", body: 1))
  }
}
