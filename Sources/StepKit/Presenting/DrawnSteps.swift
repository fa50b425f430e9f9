import FlowScreens

/// A cache for the layouts of a list's steps. Only the current step is drawn each time.
final class DrawnSteps {
  private struct Look: Equatable {
    var status: StepStatus
    var isExpanded: Bool
  }

  private var edition: Int?
  private var looks: [Look] = []
  private var layouts: [Layout] = []

  /// Returns the layouts of all steps.
  ///
  /// - Parameters:
  ///   - view: The list. Pass the same list each time.
  ///   - draw: A closure that draws the step at an index.
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
