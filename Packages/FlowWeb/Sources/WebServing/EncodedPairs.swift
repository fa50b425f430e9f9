import FlowMarkup

/// The names and values of a form or a query, as `application/x-www-form-urlencoded` has them. Both are decoded bytes, which needn't be
/// UTF-8. An empty part is left out, and a part without `=` has an empty value.
package struct EncodedPairs: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  package init(_ body: [UInt8]) { rest = body[...] }

  package mutating func next() -> (name: [UInt8], value: [UInt8])? {
    rest = rest.drop { $0 == UInt8(ascii: "&") }
    guard !rest.isEmpty else { return nil }
    let part = rest.prefix { $0 != UInt8(ascii: "&") }
    rest = rest[part.endIndex...]
    let name = part.prefix { $0 != UInt8(ascii: "=") }
    return (
      name.percentDecoded(plusIsSpace: true), part[name.endIndex...].dropFirst().percentDecoded(plusIsSpace: true)
    )
  }
}
