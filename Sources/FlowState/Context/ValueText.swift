/// The text of a context value in an event.
///
/// It looks like the value's description, but it is short and takes constant time, however large the value is. Otherwise
/// each change of a collection would describe the whole collection again. If a type has a description of its own, the text
/// takes as long as that description.
struct ValueText {
  /// The number of elements of a collection that the text contains.
  private static let elementLimit = 10
  /// The number of characters after which the text ends.
  private static let characterLimit = 400

  private var text = ""
  /// The number of characters that still fit.
  private var room = characterLimit

  private init() {}

  /// Returns the text of a value.
  static func text(of value: Any) -> String {
    var text = ValueText()
    text.write(value, isPart: false)
    return text.text
  }

  /// Writes a value. A part of another value is written as its debug description, as in Swift's own descriptions.
  private mutating func write(_ value: Any, isPart: Bool) {
    guard room > 0 else { return }
    // The type is compared, because casting would unwrap an optional string.
    if type(of: value) == String.self, let string = value as? String { return write(string: string, isPart: isPart) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: writeElements(of: mirror)
    case .optional: writeOptional(mirror)
    case .tuple: writeParts(of: mirror)
    case .struct where !Self.describesItself(value):
      put(isPart ? String(reflecting: mirror.subjectType) : "\(mirror.subjectType)")
      writeParts(of: mirror)
    case .enum where !Self.describesItself(value):
      guard let payload = mirror.children.first else { fallthrough }
      writeCase(payload, of: mirror.subjectType, isPart: isPart)
    default: put(isPart ? String(reflecting: value) : "\(value)")
    }
  }

  private static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
  }

  /// Only what fits is escaped.
  private mutating func write(string: String, isPart: Bool) {
    guard isPart else { return put(string) }
    let start = string.prefix(room)
    put(String(reflecting: start.endIndex == string.endIndex ? string : String(start)))
  }

  private mutating func writeElements(of mirror: Mirror) {
    put(mirror.displayStyle == .dictionary && mirror.children.isEmpty ? "[:" : "[")
    writeList(mirror.children.prefix(Self.elementLimit)) { text, element in
      // The children of a custom mirror have any form.
      let isPair = mirror.displayStyle == .dictionary && element.label == nil
      let pair = isPair ? Array(Mirror(reflecting: element.value).children.prefix(3)) : []
      guard pair.count == 2 else {
        if let label = element.label { text.put("\(label): ") }
        return text.write(element.value, isPart: true)
      }
      text.write(pair[0].value, isPart: true)
      text.put(": ")
      text.write(pair[1].value, isPart: true)
    }
    let rest = mirror.children.count - Self.elementLimit
    if rest > 0 { put(" and \(rest) more") }
    put("]")
  }

  private mutating func writeOptional(_ mirror: Mirror) {
    guard let value = mirror.children.first?.value else { return put("nil") }
    put("Optional(")
    write(value, isPart: true)
    put(")")
  }

  private mutating func writeCase(_ payload: Mirror.Child, of type: Any.Type, isPart: Bool) {
    put((isPart ? String(reflecting: type) + "." : "") + (payload.label ?? ""))
    if Mirror(reflecting: payload.value).displayStyle == .tuple { return write(payload.value, isPart: true) }
    put("(")
    write(payload.value, isPart: true)
    put(")")
  }

  /// Writes the properties of a structure, or the members of a tuple.
  private mutating func writeParts(of mirror: Mirror) {
    put("(")
    writeList(mirror.children) { text, part in
      if let label = part.label, !label.hasPrefix(".") { text.put("\(label): ") }
      text.write(part.value, isPart: true)
    }
    put(")")
  }

  private mutating func writeList(
    _ children: some Sequence<Mirror.Child>, _ write: (inout ValueText, Mirror.Child) -> Void
  ) {
    var isFirst = true
    for child in children {
      guard room > 0 else { return }
      if !isFirst { put(", ") }
      isFirst = false
      write(&self, child)
    }
  }

  /// Appends a text, or the start of it that fits.
  private mutating func put(_ piece: String) {
    guard room > 0 else { return }
    let start = piece.prefix(room)
    room -= start.count
    text += start
    if start.endIndex != piece.endIndex {
      text += "…"
      room = 0
    }
  }
}
