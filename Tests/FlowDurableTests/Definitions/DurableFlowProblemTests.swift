import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import Testing

/// The problems that a durable flow reports when it is created, word for word.
struct DurableFlowProblemTests {
  private struct Connection: Sendable {}
  private enum Secret: DurableKey {
    typealias Value = String
    static let isPrivate = true
  }
  private enum Visitor: FlowContextKey<String> {}
  private enum OtherText: DurableKey {
    typealias Value = String
    static let name = "TheText"
  }

  private func refusal(_ make: () throws -> Any) -> String {
    do { _ = try make() } catch { return "\(error)" }
    return "It was made."
  }

  @Test func `A content that is not Codable is refused`() {
    let open = FlowStepDeclaration(Connection.self, String.self, identifier: "open") { _, _ in "a" }
    #expect(
      refusal {
        try DurableFlow(FlowChain("net") { open }, Connection.self, keeping: TheText.self) { $0[TheText.self] }
      }
        == "Flow 'net': A durable run stores the content of its start, but Connection is not Codable.")
  }

  @Test func `A step result that is not Codable is refused`() {
    let open = FlowStepDeclaration(Any.self, Connection.self, identifier: "open") { _, _ in Connection() }
    #expect(
      refusal { try DurableFlow(FlowChain("net") { open }, Any.self, keeping: TheText.self) { $0[TheText.self] } }
        == "Flow 'net': A durable run stores the result of step 'open', but Connection is not Codable.")
    let any = FlowStepDeclaration(Any.self, Any.self, identifier: "any") { _ in
      FlowStep(Any.self, Any.self, identifier: "any") { _ in nil }
    }
    #expect(
      refusal { try DurableFlow(FlowChain("net") { any }, Any.self, keeping: TheText.self) { $0[TheText.self] } }
        == "Flow 'net': A durable run stores the result of step 'any', but Any is not Codable.")
  }

  @Test func `A flow result that is not Codable is refused`() {
    #expect(
      refusal {
        try DurableFlow(FlowChain("net") { append("a") }, String.self, keeping: TheText.self) { _ in Connection() }
      }
        == "Flow 'net': A durable run stores its own result, but Connection is not Codable.")
  }

  @Test func `Keys that are not kept, or that share a name, are refused`() {
    let chain = FlowChain("net") {
      append("a").keeping(TheText.self)
      append("b").taking(TheText.self)
    }
    #expect(
      refusal { try DurableFlow(chain, String.self) { _ in "" } }
        == """
        Flow 'net': Step 'a' uses the value of 'TheText', which the durable flow does not keep. \
        Step 'b' uses the value of 'TheText', which the durable flow does not keep.
        """)
    #expect(
      refusal { try DurableFlow(chain, String.self, keeping: TheText.self, OtherText.self) { _ in "" } }
        == """
        Flow 'net': The durable flow keeps more than one key with the name 'TheText'; values are stored by the name of \
        their key.
        """)
    let assuming = FlowChain("net") { append("a").reading(Visitor.self) }.assuming(Visitor.self)
    #expect(
      refusal { try DurableFlow(assuming, String.self) { _ in "" } }
        == "Flow 'net': Step 'a' uses the value of 'Visitor', which the durable flow does not keep.")
  }

  @Test func `A private key without a codec is refused`() {
    let chain = FlowChain("net") { append("a").keeping(Secret.self) }
    #expect(
      refusal { try DurableFlow(chain, String.self, keeping: Secret.self) { _ in "" } }
        == """
        Flow 'net': The value of 'Secret' is private, and a durable run would store it readably; the flow needs a codec that \
        seals it.
        """)
  }

  @Test func `A former name of two steps is refused`() {
    let chain = FlowChain("net") {
      append("a").renamed(from: "old")
      append("b").renamed(from: "old").renamed(from: "a")
    }
    #expect(
      refusal { try DurableFlow(chain, String.self) { _ in "" } }
        == """
        Flow 'net': The name 'old' stands for the steps 'a', 'b'; stored runs must find one step by it. \
        The name 'a' stands for the steps 'a', 'b'; stored runs must find one step by it.
        """)
  }

  @Test func `Problems of the chain come first`() {
    #expect(refusal { try DurableFlow(FlowChain("net") {}, Any.self) { _ in "" } }.contains("There are no steps"))
  }

  @Test func `Content, results and values that carry nothing can be stored`() throws {
    let chain = FlowChain("net") {
      FlowStepDeclaration(Any.self, Void.self, identifier: "a") { _, _ in }
      FlowStepDeclaration(Any.self, String?.self, identifier: "b") { _, _ in nil }
      FlowStepDeclaration(Any.self, [Int].self, identifier: "c") { _, _ in [] }
    }
    _ = try DurableFlow(chain, Any.self) { _ in () }
  }
}
