public import FlowChains

extension FlowChain {
  /// Returns the flow as a picture in SVG, which browsers and documentation show without any other tool.
  ///
  /// The steps stand below each other in their order. Straight arrows lead to the next step. The other routes run
  /// beside the steps, forward on the right, and back on the left. Routes after a failure are dashed. Names that are
  /// too long are cut, and a tooltip shows the full name. The picture follows the viewer's light or dark appearance. If
  /// few routes skip steps or lead back, it is narrow enough for a phone.
  ///
  /// As in the SVG 1.1 standard of the W3C, with a style sheet.
  ///
  /// - Parameters:
  ///   - overlay: Recorded events to show in the picture: how often each step started and how long it took, which routes runs
  ///     took and how often, where runs stand now, and what failed.
  ///   - showsWaysBack: Whether to show the ways back of a `Flow.reversible(visits:)` flow, as dotted arrows. Going back from the
  ///     first step leads out of the flow.
  /// - Returns: The text of the picture. The same chain and overlay always return the same text.
  public func svg(overlaying overlay: FlowOverlay? = nil, showingWaysBack showsWaysBack: Bool = false) -> String {
    let drawing = ChainDrawing(self, overlay: overlay, showingWaysBack: showsWaysBack)
    var writer = SVGWriter(drawing, title: identifier, isOverlaid: overlay != nil)
    for arrow in drawing.arrows { writer.add(arrow) }
    for box in drawing.boxes {
      let name = box.step.map { steps[$0].identifier }
      writer.add(
        box, mark: name.flatMap { overlay?.mark(of: $0) }, standing: name.flatMap { overlay?.standing(at: $0) } ?? 0,
        parked: name.flatMap { overlay?.parked(at: $0) } ?? 0)
    }
    // Labels come last, because arrows may cross their places.
    for arrow in drawing.arrows { writer.addLabel(of: arrow) }
    return writer.text
  }
}
