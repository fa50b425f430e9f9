import FlowJSON
import Nimbus
import Testing

@Suite("Decoding of operations")
struct OperationDecodingTests {
  private struct FormatCurrency: OperationDecodable {
    static let properties = ["value", "code"]
    let code: String
    let value: Double?
    var never: String?

    func execute() -> String { "\(code) \(value.map { "\($0)" } ?? "nothing")" }
  }

  private func outcome(_ arguments: [JSONValue]) -> String {
    decodingOutcome { try NimbusDecoder.decode(FormatCurrency.self, from: arguments).execute() }
  }

  @Test("NB-14: Arguments are bound by position")
  func places() {
    #expect(outcome([1.5, "BRL"]) == "BRL 1.5")
    #expect(outcome([1.5]) == "corrupted at ")
    #expect(outcome([nil, "BRL"]) == "BRL nothing")
    #expect(outcome([1.5, "BRL", 9]) == "BRL 1.5")
    #expect(outcome([1.5, nil]) == "mismatch String at code")
  }

  @Test("The error for missing arguments has the expected and the found number")
  func tooFew() {
    let error = #expect(throws: DecodingError.self) {
      try NimbusDecoder.decode(FormatCurrency.self, from: [1.5] as [JSONValue])
    }
    #expect(error?.message == "Expected 2 arguments (value, code), found 1.")
  }

  private struct WithWrappers: OperationDecodable {
    static let properties = ["start", "onDone"]
    @State var start: Int
    @Event var onDone: () -> Void

    func execute() {}
  }

  @Test("Arguments can be states and events, and a value that is not an event does nothing")
  func wrappers() throws {
    let probe = EventProbe()
    let called = try NimbusDecoder.decode(WithWrappers.self, from: [.json("3"), .event(probe.event())])
    #expect(called.start == 3)
    called.onDone()
    #expect(probe.count == 1)
    try NimbusDecoder.decode(WithWrappers.self, from: [3, "no event"] as [JSONValue]).onDone()
    #expect(probe.count == 1)
  }
}
