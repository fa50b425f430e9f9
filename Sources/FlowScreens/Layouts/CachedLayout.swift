/// A layout whose lines are reused when the screen is drawn again at the same width.
///
/// Use it for large parts of a screen that rarely change. A key press then only costs as much as the changed parts:
///
/// ```swift
/// let history = CachedLayout(.column(oldMessages.map { .text(StyledText($0)) }))
/// // Each time that the screen is drawn:
/// let layout = ScreenLayout.column([.cached(history), .text(StyledText(latestMessage))])
/// ```
///
/// When the part changes, create a new cached layout. A part with elements is laid out each time, because the focus can
/// be on them. Use a cached layout only on the queue of the code that created it.
public final class CachedLayout {
  /// The surroundings on which the lines depend.
  struct Place: Equatable {
    let width: Int
    let barWidth: Int
    let isTight: Bool
    let rowDepth: Int
    let tightDepth: Int
    let images: Int

    init(in context: LayoutContext, _ images: ImageDrawing?) {
      width = context.width
      barWidth = context.barWidth
      isTight = context.isTight
      rowDepth = context.rowDepth
      tightDepth = context.tightDepth
      self.images = images?.version ?? 0
    }
  }

  /// The layout.
  public let layout: ScreenLayout
  private var drawn: (place: Place, block: LayoutBlock)?

  /// Creates a layout that is reused.
  ///
  /// - Parameter layout: The layout. Its deferred parts are created when it is laid out.
  public init(_ layout: ScreenLayout) {
    self.layout = layout
  }

  /// Whether the layout is known to have no elements.
  var hasNoElements: Bool { drawn != nil }

  /// Returns the lines, if the layout was laid out in the same surroundings.
  func block(at place: Place) -> LayoutBlock? {
    guard let drawn, drawn.place == place else { return nil }
    return drawn.block
  }

  /// Stores the lines for the next time.
  func keep(_ block: LayoutBlock, at place: Place) {
    drawn = block.elements.isEmpty ? (place, block) : nil
  }
}
