import FlowScreens

/// An identifier of an element, compared byte by byte. Comparing a long text with many accents takes hours otherwise.
struct ScreenName: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }
}

/// Makes the identifiers of elements unique, in the order of the layout: the second `a` becomes `a.2`.
struct ScreenNames {
  private var used: Set<ScreenName> = []
  private var counts: [ScreenName: Int] = [:]

  /// Returns the element with an identifier that no earlier element has.
  mutating func unique(_ element: LayoutElement) -> LayoutElement {
    guard !used.insert(ScreenName(element.id)).inserted else { return element }
    var element = element
    let name = ScreenName(element.id)
    var number = counts[name] ?? 1
    var id = element.id
    repeat {
      number += 1
      id = "\(element.id).\(number)"
    } while !used.insert(ScreenName(id)).inserted
    counts[name] = number
    element.id = id
    return element
  }
}
