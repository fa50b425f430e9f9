import FlowJSON
import FlowStateTesting
import Testing

@Suite("Random values and bytes")
struct RoundTripTests {
  @Test("A value is the same after it is written and read", arguments: 0..<8 as Range<UInt64>)
  func roundTrips(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let value = JSONValue.random(depth: 5, using: &random)
      for style in [JSONTextStyle.compact, .compactSorted, .pretty, .prettySorted] {
        let text = value.text(style)
        let back = try JSONValue(parsing: text)
        #expect(back == value)
        #expect(back.hashValue == value.hashValue)
        #expect(back.text(style) == text)
      }
    }
  }

  @Test("JSONPosition finds every value in its text", arguments: 0..<8 as Range<UInt64>)
  func positions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<8 {
      let value = JSONValue.random(depth: 4, using: &random)
      let text = value.text(.pretty)
      for (location, part) in value.parts(at: JSONLocation()) {
        let position = try #require(JSONPosition(of: location, in: text))
        let rest = String(decoding: text.utf8.dropFirst(position.offset), as: UTF8.self)
        let lead = part.text(.compact).first
        #expect(rest.first == lead, "\(location)")
      }
    }
  }

  @Test(
    "Text whose bytes are changed, removed, repeated or swapped is either parsed or refused",
    arguments: 0..<8 as Range<UInt64>)
  func mutations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var bytes = Array(JSONValue.random(depth: 3, using: &random).text(.pretty).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.mutate(using: &random) }
      do throws(JSONSyntaxError) {
        let value = try JSONValue(parsing: bytes)
        #expect((try? JSONValue(parsing: value.jsonText)) == value)
      } catch {
        #expect(0...bytes.count ~= error.position.offset)
        #expect(error.position.line >= 1 && error.position.column >= 1)
      }
      _ = JSONPosition(closestTo: JSONLocation().key("a").index(1), in: bytes)
    }
  }
}

extension JSONValue {
  fileprivate static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 7), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3:
      let number = Double(bitPattern: random.next())
      return .number(number.isFinite ? number : 0.5)
    case 4: return .number(Double(Int.random(in: -9_999...9_999, using: &random)) / 100)
    case 5, 6: return .string(randomText(using: &random))
    case 7...9:
      return .array((0..<Int.random(in: 0...6, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      let count = Int.random(in: 0...(depth == 1 ? 40 : 6), using: &random)
      return .object(
        JSONObject(
          (0..<count).map { _ in (randomText(using: &random), .random(depth: depth - 1, using: &random)) }))
    }
  }

  private static func randomText(using random: inout SeededGenerator) -> String {
    let alphabet = Array("abcxyz019 _\"\\/\n\t\u{0}\u{1F}é日😀{}[],:" as String)
    return String(
      (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      })
  }

  fileprivate func parts(at location: JSONLocation) -> [(JSONLocation, JSONValue)] {
    switch self {
    case .array(let elements):
      return [(location, self)] + elements.enumerated().flatMap { $1.parts(at: location.index($0)) }
    case .object(let object):
      return [(location, self)] + object.flatMap { $0.value.parts(at: location.key($0.name)) }
    default: return [(location, self)]
    }
  }
}

extension [UInt8] {
  fileprivate mutating func mutate(using random: inout SeededGenerator) {
    guard !isEmpty else { return }
    let place = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: self[place] = UInt8.random(in: .min ... .max, using: &random)
    case 1: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: remove(at: place)
    case 3: removeLast(count - place)
    case 4: swapAt(place, Int.random(in: 0..<count, using: &random))
    default: insert(contentsOf: self[..<place], at: Int.random(in: 0..<count, using: &random))
    }
  }
}
