extension ScreenLayout {
  /// Lays out the layout at a width.
  ///
  /// Deep nesting doesn't overflow the stack, and the time is proportional to the number of layouts. If there is too
  /// little room for a frame or an indentation, it is omitted. A frame inside 16 frames of a row is also omitted. The
  /// title of an omitted frame becomes a line.
  ///
  /// - Parameters:
  ///   - width: The number of columns. A number below 1 is treated as 1.
  ///   - focus: The element that has the focus. It is highlighted.
  ///   - isStyled: Whether the reader sees the styles of the lines. If not, a placeholder, which would look like
  ///     entered text, is preceded by a word: `hint: five digits`.
  /// - Returns: The lines, none wider than the width, and the positions of the elements.
  public func laidOut(width: Int, focus: LayoutFocus? = nil, isStyled: Bool = true) -> Frame {
    var pass = LayoutPass(width: max(1, width), focus: focus, isStyled: isStyled)
    return pass.run(self)
  }

  /// Lays out the layout for a reader who sees styles, with images in place of those labels whose images can be drawn.
  package func laidOut(width: Int, focus: LayoutFocus?, images: ImageDrawing?) -> Frame {
    var pass = LayoutPass(width: max(1, width), focus: focus, isStyled: true, images: images)
    return pass.run(self)
  }

  /// The elements with their closures, in the order in which the focus moves through them.
  ///
  /// If several elements have the identifier `a`, the second is called `a.2`, and so on.
  public var elements: [LayoutElement] {
    var found: [LayoutElement] = []
    var names = ElementNames()
    // Add the layouts in reverse order, so that the next layout is the last one.
    var waiting: [(layout: ScreenLayout, depth: Int)] = [(self, 0)]
    while let (layout, depth) = waiting.popLast() {
      guard depth < LayoutPass.maximumDepth else { continue }
      switch layout {
      case .nothing, .text, .bar, .heading, .link, .image, .list, .table: break
      case .element(let element): found.append(names.unique(element))
      case .column(let layouts, _), .row(let layouts, _):
        waiting.append(contentsOf: layouts.reversed().map { ($0, depth + 1) })
      case .indented(let inner, _), .framed(let inner, _), .group(let inner, _, _, _):
        waiting.append((inner, depth + 1))
      case .deferred(let make): waiting.append((make(), depth + 1))
      case .cached(let cached) where cached.hasNoElements: break
      case .cached(let cached): waiting.append((cached.layout, depth + 1))
      }
    }
    return found
  }

  /// Returns the first element with the given identifier.
  ///
  /// - Parameter id: The identifier of the element.
  /// - Returns: The element with its closures; nil if there is no such element.
  public func element(_ id: String) -> LayoutElement? { elements.first { $0.id.isExactly(id) } }
}
