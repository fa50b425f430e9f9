import FlowStateTesting
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("KeyDecoder", .usesOneThread)
struct KeyDecoderTests {
  static let cases: [(String, [Key])] = [
    ("a", [.character("a")]),
    ("aé李👍", [.character("a"), .character("é"), .character("李"), .character("👍")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{1B}[Z", [.backTab]),
    ("\u{7F}\u{8}", [.backspace, .backspace]),
    ("\u{1}\u{3}\u{1A}\u{0}\u{1F}", [.control("a"), .control("c"), .control("z"), .control(" "), .control("_")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.up, .home, .end]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
    ("\u{1B}OM\u{1B}[M !!a\u{1B}[M\r", [.enter, .character("a"), .enter]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]),
    ("\u{1B}[1;5C\u{1B}[3;2~", [.right, .delete]),
    ("\u{1B}[[Aa\u{1B}[[B\u{1B}[[C\u{1B}[[D\u{1B}[[Ee\u{1B}[A", [.character("a"), .character("e"), .up]),
    ("\u{1B}b\u{1B}é", [.alt("b"), .alt("é")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}[99~x\u{1B}[?1;2cy\u{1B}[<0;1;1Mz", [.character("x"), .character("y"), .character("z")]),
    ("\u{1B}]11;rgb:0/0/0\u{7}a\u{1B}P1+r\u{1B}\\b", [.character("a"), .character("b")]),
    ("\u{1B}[200~a\r\nb\rc\u{1B}[Ad\u{3}\u{1B}[201~e", [.paste("a\nb\nc\u{1B}[Ad\u{3}"), .character("e")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
  ]

  @Test("The bytes of a terminal are decoded as keys, however they are split", arguments: cases)
  func keys(text: String, keys: [Key]) {
    let bytes = Array(text.utf8)
    for size in 1...max(1, bytes.count) {
      var decoder = KeyDecoder()
      var decoded: [Key] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.received(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(decoded == keys)
      #expect(!decoder.isWaiting)
      #expect(decoder.nothingFollowed() == [])
    }
  }

  @Test(
    "A lone escape or an unfinished sequence is decoded when nothing follows it",
    arguments: [
      ("\u{1B}", [Key.escape]), ("a\u{1B}", [.character("a"), .escape]), ("\u{1B}[", [.alt("[")]),
      ("\u{1B}O", [.alt("O")]),
      ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[1;", []), ("\u{1B}]0;", []), ("\u{1B}[[", []),
    ])
  func escape(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    var decoded = decoder.received(text.utf8)
    #expect(decoder.isWaiting)
    decoded += decoder.nothingFollowed()
    #expect(decoded == keys)
    #expect(decoder.received("x".utf8) == [.character("x")])
  }

  @Test(
    "Ctrl-C is decoded also if the end of a paste or of a sequence is missing",
    arguments: [
      "\u{1B}[200~abc\u{3}", "\u{1B}[200~\u{3}", "\u{1B}[200~a\u{3}b\u{3}", "\u{1B}[1;\u{3}", "\u{1B}]0;a\u{3}",
      "\u{1B}[[\u{3}",
    ])
  func interruption(text: String) {
    var decoder = KeyDecoder()
    var keys = decoder.received(text.utf8)
    if keys.isEmpty {
      #expect(decoder.isWaiting)
      keys = decoder.nothingFollowed()
    }
    #expect(keys == [.control("c")])
    #expect(!decoder.isWaiting)
    #expect(decoder.received("x\u{1B}[200~y\u{1B}[201~".utf8) == [.character("x"), .paste("y")])
  }

  @Test("The decoder waits for the end of a paste whose last byte is not Ctrl-C")
  func slowPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.received("\u{1B}[200~a\u{3}b".utf8) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.nothingFollowed() == [])
    #expect(decoder.received("\u{1B}[201~".utf8) == [.paste("a\u{3}b")])
  }

  @Test(
    "Bytes that are not UTF-8 are decoded as replacement characters, and decoding continues",
    arguments: [
      ([0xFF, 0x61], [Key.character("\u{FFFD}"), .character("a")]),
      ([0xE6, 0x61], [.character("\u{FFFD}"), .character("a")]),
      ([0xE6, 0x9D, 0x1B, 0x5B, 0x41], [.character("\u{FFFD}"), .up]),
      ([0xED, 0xA0, 0x80], [.character("\u{FFFD}")]),
      ([0x80], [.character("\u{FFFD}")]),
    ] as [([UInt8], [Key])])
  func broken(bytes: [UInt8], keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.received(bytes) == keys)
  }

  @Test("The decoder keeps at most one mebibyte of a paste, and finds its end")
  func longPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.received("\u{1B}[200~".utf8) == [])
    for _ in 0..<300 { #expect(decoder.received([UInt8](repeating: 0x61, count: 8192)) == []) }
    let keys = decoder.received("\u{1B}[201~b".utf8)
    #expect(keys == [.paste(String(repeating: "a", count: 1 << 20)), .character("b")])
    _ = decoder.received("\u{1B}[200~".utf8)
    for _ in 0..<300 { _ = decoder.received(repeatElement(UInt8(ascii: "a"), count: 10_000)) }
    #expect(decoder.pastedCount < 1 << 21)
  }

  @Test("A paste of combining marks is decoded without comparing its characters, which would take hours")
  func marks() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 250_000)
    var decoder = KeyDecoder()
    guard case .paste(let text)? = decoder.received("\u{1B}[200~\(marks)\r\n\u{1B}[201~".utf8).first else {
      Issue.record("Nothing was pasted.")
      return
    }
    #expect(text.utf8.elementsEqual("\(marks)\n".utf8))
  }

  @Test("The decoder recovers after any bytes", arguments: UInt64(0)..<50)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    let likely = Array("\u{1B}[O~A;0123]P\u{7}李".utf8)
    for _ in 0..<400 {
      let isLikely = Bool.random(using: &random)
      _ = decoder.received([
        isLikely ? likely[Int.random(in: 0..<likely.count, using: &random)] : UInt8.random(in: 0...255, using: &random)
      ])
    }
    _ = decoder.nothingFollowed()
    _ = decoder.received("\u{1B}[201~".utf8)
    #expect(decoder.received("x".utf8) == [.character("x")])
  }
}
