import FlowScreens

/// The layouts of a list's steps, kept from one drawing to the next: only the current step looks different each time.
final class DrawnSteps {
  private struct Look: Equatable {
    var status: StepStatus
    var isExpanded: Bool
  }

  private var edition: Int?
  private var looks: [Look] = []
  private var layouts: [Layout] = []

  /// The layouts of all steps.
  ///
  /// - Parameters:
  ///   - view: The list; always the same.
  ///   - draw: Draws a step, by its position.
  /// - Returns: A layout for each step.
  func layouts(of view: StepFlowView, drawing draw: (_ index: Int) -> Layout) -> [Layout] {
    if edition != view.edition || layouts.count != view.steps.count {
      edition = view.edition
      looks = []
      layouts = []
    }
    for index in view.steps.indices {
      let status = view.status(of: index)
      let look = Look(status: status, isExpanded: status == .completed && view.isExpanded(index))
      if looks.count == index {
        looks.append(look)
        layouts.append(draw(index))
      } else if look.status == .current || looks[index] != look {
        looks[index] = look
        layouts[index] = draw(index)
      }
    }
    return layouts
  }
}
