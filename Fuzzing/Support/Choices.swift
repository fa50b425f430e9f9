/// Choices that bytes make: the same bytes, the same choices. When the bytes are used up, each choice is the first one.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Whether bytes are left to choose by.
  var areLeft: Bool { !rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number(below bound: Int) -> Int { Int(byte()) % bound }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// A text, up to the next zero.
  mutating func text() -> String {
    let end = rest.firstIndex(of: 0) ?? rest.endIndex
    defer { rest = rest[end...].dropFirst() }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}

/// An input that begins with a document: what comes after a zero, if there is one, are choices.
struct Input {
  let document: [UInt8]
  var choices: Choices

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    document = Array(bytes[..<end])
    choices = Choices(bytes[end...].dropFirst())
  }

  var text: String { String(decoding: document, as: UTF8.self) }
}
