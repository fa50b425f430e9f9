import FlowChains
@testable import FlowDurable
import FlowJSON
import Foundation
import Testing

/// Numbers that a run keeps as they are, or refuses.
struct ExactNumberTests {
  private static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try ValueCoder.decode(Value.self, from: JSONValue(parsing: try ValueCoder.encode(value).jsonText))
  }

  @Test func `A kept number is read back unchanged`() throws {
    for integer in [Int64.min, -1, 0, 1 << 53, (1 << 53) + 1, .max] {
      #expect(try Self.roundTrip([integer]) == [integer])
    }
    #expect(try Self.roundTrip([UInt64(Int64.max)]) == [UInt64(Int64.max)])
    for double in [
      0.1, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789.123_456_78, 1e22, -0.0, 1.0 / 3,
      9_007_199_254_740_992,
      12_345_678_901_234_567_168,
    ] {
      #expect(try Self.roundTrip([double]) == [double])
    }
    for float in [Float(0.1), .greatestFiniteMagnitude, 16_777_216] { #expect(try Self.roundTrip([float]) == [float]) }
    for text in ["0.1", "990.05", "123456789012.34", "-1000000000000000000"] {
      let decimal = try #require(Decimal(string: text))
      #expect(try Self.roundTrip([decimal]) == [decimal])
    }
    let date = Date(timeIntervalSinceReferenceDate: 785_491_200.123_456_7)
    #expect(try Self.roundTrip([date]) == [date])
    #expect(try Self.roundTrip(["18446744073709551615", "\\\"1234567890123456789012"]).count == 2)
  }

  @Test(arguments: [
    "18446744073709551615", "9223372036854775809", "0.12345678901234567890123", "79228162514264337593543950335",
  ])
  func `A number with more digits is refused`(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    let error = #expect(throws: ValueError.self) { try ValueCoder.encode(["amount": decimal]) }
    #expect(error?.problem == "the number \(text) has more digits than are kept; encode it as text")
    if let integer = UInt64(text) { #expect(throws: ValueError.self) { try ValueCoder.encode(integer) } }
  }

  @Test func `A step whose result would be rounded fails`() async throws {
    let flow = try DurableFlow(
      FlowChain("number") { FlowStepDeclaration(Any.self, UInt64.self, identifier: "a") { _, _ in .max } }, Any.self
    ) { _ in 1 }
    // The clock is manual, because a process that pauses for a while would lose the lease of the run.
    let worker = DurableLife().worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    #expect(
      try await run.outcome().words == """
        failed: Step 'a' failed: The result of step 'a' can't be stored: UInt64 fails at $: the number 18446744073709551615 has more \
        digits than are kept; encode it as text.
        """)
  }
}
