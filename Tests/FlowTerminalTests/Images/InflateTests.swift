import FlowStateTesting
import TestSupport
import Testing

@testable import FlowTerminal

/// Streams that zlib has written, and damaged ones.
@Suite("Inflate")
struct InflateTests {
  private static let text = Array("the rain in spain stays mainly in the plain".utf8)
  private static let mixed: [UInt8] = (0..<600).map { (number: Int) -> UInt8 in
    let square = (number * number * 7) >> 3
    return UInt8(square % 11 * (number % 3))
  }
  private static let far: [UInt8] = Array(0..<20) + [UInt8](repeating: 0, count: 32_700) + Array(0..<20)
  private static let mixedStream = """
    78daed8e510ac03008435fb7d6aa9431a4f73febb26b8c89e4439267c0383771908baeddcc62c0bce9454fd289e2bcd048b3688e2556e44d
    e85ab8088ba1f8418860af59aaa0804304c74548e27a81a6dd3411f45dd6bfc3d73a3cd3530d89
    """

  @Test(
    "Streams with each kind of block become their bytes",
    arguments: [
      (
        "Stored",
        """
        7801012b00d4ff746865207261696e20696e20737061696e207374617973206d61696e6c7920696e2074686520
        706c61696e59b70fc8
        """, Self.text
      ),
      ("Fixed codes", "78012bc94855284acccc5300a2e20210a3b824b1b2582117c8cca9048996005514e400b90059b70fc8", Self.text),
      ("Own codes", Self.mixedStream, Self.mixed),
      (
        "Own codes without distances",
        """
        780105c1010e84200c00b09e4c700b3166e1ff6fbd96691c79a92db63856bb599f6851ea916dbc305ed57e8f59
        66ab4fa23d476ef716973cd68435658be30f71270243
        """, Array(Self.mixed[..<100])
      ),
      ("A run", "78da63671f05a360140c7700007c8f1b59", Array(repeating: 7, count: 1000)),
      (
        "A long distance",
        """
        78daedc1011240200000b0128aa2e2ff7ff50e77db425cd2baedb91c676dd7ddc77cde00000000000000000000
        000000000000000000000000000000000000000000007f1797b46e7b2ec759db75f7319ff7036c39017d
        """,
        Self.far
      ),
      (
        "Several blocks",
        """
        78da2ac94855284acccc5300a2e20210a3b824b1b2582117c8cca9048996005514e400b900000000ffff2bc948
        55284acccc5300a2e20210a3b824b1b2582117c8cca9048996005514e400b9005a081f8f
        """, Self.text + Self.text
      ),
      ("Nothing", "78da030000000001", []),
    ] as [(String, String, [UInt8])])
  func known(title: String, stream: String, bytes: [UInt8]) throws {
    let stream = [UInt8](hex: stream)
    #expect(try Inflate.bytes(of: stream, length: bytes.count) == bytes)
    #expect(try Inflate.bytes(of: stream + [1, 2, 3], length: bytes.count) == bytes)
  }

  @Test("A stream that is cut off anywhere is refused")
  func truncated() {
    let stream = [UInt8](hex: Self.mixedStream)
    for count in stream.indices {
      #expect(throws: Inflate.Failure.self) { try Inflate.bytes(of: Array(stream[..<count]), length: Self.mixed.count) }
    }
    #expect(throws: Inflate.Failure.truncated) {
      try Inflate.bytes(of: stream.dropLast(), length: Self.mixed.count)
    }
  }

  @Test("A stream with a wrong checksum is refused", arguments: 1...4)
  func checksum(place: Int) {
    var stream = [UInt8](hex: Self.mixedStream)
    stream[stream.count - place] ^= 1
    #expect(throws: Inflate.Failure.wrongChecksum) { try Inflate.bytes(of: stream, length: Self.mixed.count) }
  }

  @Test("A stream with another length than expected is refused, also where it is stored")
  func length() {
    for (stream, count) in [([UInt8](hex: Self.mixedStream), Self.mixed.count), (PNGFile.stored([1, 2, 3]), 3)] {
      for wrong in [0, count - 1, count + 1, 1 << 40, -1] {
        #expect(throws: Inflate.Failure.wrongLength) { try Inflate.bytes(of: stream, length: wrong) }
      }
    }
  }

  @Test("A stream that becomes longer than expected is refused at once, even if it is cut off later")
  func excess() {
    for stream in ["78012bc94855284a", "78da63671f05a360"] {
      #expect(throws: Inflate.Failure.truncated) { try Inflate.bytes(of: [UInt8](hex: stream), length: 2000) }
      #expect(throws: Inflate.Failure.wrongLength) { try Inflate.bytes(of: [UInt8](hex: stream), length: 3) }
    }
  }

  @Test(
    "A damaged stream is refused",
    arguments: [
      ("Another method", "7709"), ("A wide window", "881c"), ("A wrong header", "7802"), ("A dictionary", "78bb"),
      ("An unknown block", "780107"), ("A wrong length of a stored block", "780101 0100 ffff"),
      ("A distance before the beginning", "78010302"), ("An unknown length", "78011b03"),
      ("Too many codes", "7801f5000000"), ("Too many words", "780105009204"), ("Too few words", "780105000000"),
    ])
  func damaged(title: String, stream: String) {
    #expect(throws: Inflate.Failure.damaged) {
      try Inflate.bytes(of: [UInt8](hex: stream) + [0, 0, 0, 0], length: 100)
    }
  }

  @Test("Changed streams have the expected length or are refused")
  func random() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<trials(20_000, few: 500) {
      var stream = [UInt8](hex: Self.mixedStream)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        stream[Int.random(in: 2..<stream.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      if let bytes = try? Inflate.bytes(of: stream, length: 600) { #expect(bytes.count == 600) }
    }
  }
}
