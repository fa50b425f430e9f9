/// Tells elements apart that are known by one identifier, which documents may give to any number of them: the second `a` is
/// `a.2`. The order of the elements decides, so that every walk through a layout finds the same.
struct ElementNames {
  private var used: Set<String> = []
  private var counts: [String: Int] = [:]

  /// The element under an identifier that no element before it has.
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
