/// Makes the identifiers of a layout's elements unique, because a document can use the same identifier for several
/// elements.
///
/// The second `a` becomes `a.2`. Numbers follow the order of the elements, so every traversal of a layout produces the
/// same identifiers.
struct ElementNames {
  private var used: Set<ExactText> = []
  private var counts: [ExactText: Int] = [:]

  /// Returns the element with an identifier that no earlier element has.
  mutating func unique(_ element: LayoutElement) -> LayoutElement {
    guard !used.insert(ExactText(text: element.id)).inserted else { return element }
    var element = element
    let name = ExactText(text: element.id)
    var number = counts[name] ?? 1
    var id = element.id
    repeat {
      number += 1
      id = "\(element.id).\(number)"
    } while !used.insert(ExactText(text: id)).inserted
    counts[name] = number
    element.id = id
    return element
  }
}
