/// Makes the identifiers of a layout's elements unique, because a document can use one identifier for several elements.
///
/// The second `a` becomes `a.2`. Numbers follow the order of the elements, so every traversal of a layout finds the same.
struct ElementNames {
  private var used: Set<String> = []
  private var counts: [String: Int] = [:]

  /// Returns the element with an identifier that no earlier element has.
  mutating func unique(_ element: LayoutElement) -> LayoutElement {
    guard !used.insert(element.id).inserted else { return element }
    var element = element
    var number = counts[element.id] ?? 1
    var id = element.id
    repeat {
      number += 1
      id = "\(element.id).\(number)"
    } while !used.insert(id).inserted
    counts[element.id] = number
    element.id = id
    return element
  }
}
