extension Layout {
  /// The layout at a width.
  ///
  /// Nothing overflows, however deep layouts are nested or however many there are: the time is in proportion to their number.
  /// Where there is too little room for a frame or an indentation, it is left out.
  ///
  /// - Parameters:
  ///   - width: The columns that there are; below 1 is taken as 1.
  ///   - focus: The element that has the focus; it is drawn so that it stands out.
  /// - Returns: The lines, none wider than the width, and the places of the elements.
  public func laidOut(width: Int, focus: LayoutFocus? = nil) -> Frame {
    var pass = LayoutPass(width: max(1, width), focus: focus)
    return pass.run(self)
  }

  /// The elements in the order in which the focus goes through them, with what they do. Of several that are known by one
  /// identifier `a` the second is `a.2`, and so on.
  public var elements: [LayoutElement] {
    var found: [LayoutElement] = []
    var names = ElementNames()
    // Whatever waits is kept in reverse, so that the next layout is the last one.
    var waiting: [(layout: Layout, depth: Int)] = [(self, 0)]
    while let (layout, depth) = waiting.popLast() {
      guard depth < LayoutPass.maximumDepth else { continue }
      switch layout {
      case .nothing, .text, .bar: break
      case .element(let element): found.append(names.unique(element))
      case .column(let layouts, _), .row(let layouts, _):
        waiting.append(contentsOf: layouts.reversed().map { ($0, depth + 1) })
      case .indented(let inner, _), .framed(let inner, _): waiting.append((inner, depth + 1))
      case .deferred(let make): waiting.append((make(), depth + 1))
      }
    }
    return found
  }

  /// The first element that is known by a name.
  ///
  /// - Parameter id: What the element is known by.
  /// - Returns: The element with what it does; nil if there is none.
  public func element(_ id: String) -> LayoutElement? { elements.first { $0.id == id } }
}
