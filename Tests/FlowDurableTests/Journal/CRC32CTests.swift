@testable import FlowDurable
import FlowStateTesting
import Testing

struct CRC32CTests {
  private static func check(_ bytes: [UInt8]) -> UInt32 {
    var crc = CRC32C()
    crc.add(bytes)
    return crc.value
  }

  @Test("The checksum of known bytes has the published value")
  func known() {
    // RFC 3720, appendix B.4, and the usual test text.
    #expect(Self.check(Array("123456789".utf8)) == 0xE306_9283)
    #expect(Self.check([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(Self.check([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(Self.check(Array(0..<32)) == 0x46DD_794E)
    #expect(Self.check([]) == 0)
  }

  @Test("The checksum doesn't depend on the pieces in which bytes are added")
  func pieces() {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<1_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    for cut in 0...40 {
      var crc = CRC32C()
      crc.add(Array(bytes[..<cut]))
      crc.add(Array(bytes[cut...]))
      #expect(crc.value == Self.check(bytes))
    }
  }
}
