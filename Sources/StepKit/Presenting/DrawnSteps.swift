import FlowScreens

/// A cache for the layouts of a list's steps, in sections. Only a section that contains the current step or a changed
/// step is drawn again, because a list can have hundreds of thousands of steps.
final class DrawnSteps {
  private struct Look: Equatable {
    var status: StepStatus
    var isExpanded: Bool
  }

  /// The number of steps in a section.
  private static let sectionSize = 256

  private var edition: Int?
  private var looks: [Look] = []
  private var sections: [CachedLayout] = []

  /// Returns the layouts of all steps, in sections.
  ///
  /// - Parameters:
  ///   - view: The list. Pass the same list each time.
  ///   - draw: A closure that draws the step at an index.
  /// - Returns: The sections, one below the other.
  func layouts(of view: StepFlowView, drawing draw: (_ index: Int) -> ScreenLayout) -> [ScreenLayout] {
    if edition != view.edition || looks.count != view.steps.count {
      edition = view.edition
      looks = []
      sections = []
    }
    for start in stride(from: 0, to: view.steps.count, by: Self.sectionSize) {
      let range = start..<min(start + Self.sectionSize, view.steps.count)
      if update(range, of: view) {
        let section = CachedLayout(.column(range.map(draw)))
        let number = start / Self.sectionSize
        if number == sections.count { sections.append(section) } else { sections[number] = section }
      }
    }
    return sections.map { .cached($0) }
  }

  /// Updates the stored states of a section. Returns whether the section must be drawn.
  private func update(_ range: Range<Int>, of view: StepFlowView) -> Bool {
    var isChanged = view.currentIndex.map { range.contains($0) } ?? false
    for index in range {
      let status = view.status(of: index)
      let look = Look(status: status, isExpanded: status == .completed && view.isExpanded(index))
      if index == looks.count {
        looks.append(look)
        isChanged = true
      } else if looks[index] != look {
        looks[index] = look
        isChanged = true
      }
    }
    return isChanged
  }
}
