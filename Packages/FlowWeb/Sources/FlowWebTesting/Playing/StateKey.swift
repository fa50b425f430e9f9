/// The identity of a state: two states with the same key have the same future.
///
/// Random names have other texts in each trial, so they are numbered in the order in which they appear.
struct StateKey: Sendable, Hashable {
  private let first: UInt64
  private let second: UInt64

  init(_ text: String) {
    var names: [ArraySlice<UInt8>: UInt64] = [:]
    var (first, second): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15)
    func add(_ value: UInt64) {
      first = (first ^ value) &* 0x0000_0100_0000_01b3
      second = (second &+ value) &* 0xbf58_476d_1ce4_e5b9
      second ^= second >> 29
    }
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, Self.isHexadecimal(bytes[end]) { end += 1 }
      if end - start >= 24 {
        let number = UInt64(names.count)
        add(1_000 + names[bytes[start..<end], default: number])
        if names[bytes[start..<end]] == nil { names[bytes[start..<end]] = number }
        start = end
      } else {
        end = max(end, start + 1)
        for byte in bytes[start..<end] { add(UInt64(byte)) }
        start = end
      }
    }
    (self.first, self.second) = (first, second)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}
