import FlowScreens

/// The layout of a list of steps.
struct StepFlowLayout {
  private let view: StepFlowView
  private let title: String
  private let notices: [TimerNotification]
  /// A cache for the layouts of the steps. A list can have thousands of steps.
  private let drawn: DrawnSteps

  init(_ view: StepFlowView, title: String, notices: [TimerNotification], drawn: DrawnSteps = DrawnSteps()) {
    self.view = view
    self.title = title
    self.notices = notices
    self.drawn = drawn
  }

  var layout: ScreenLayout {
    .column([
      title.isEmpty ? .nothing : .heading(StyledText(title)), progress,
      .column(drawn.layouts(of: view, drawing: step)), .column(notices.map(notice)),
    ])
  }

  private var progress: ScreenLayout {
    let count = view.steps.count
    guard count > 0 else { return .text(StyledText("There are no steps.", .dim)) }
    // Steps are completed in order, but some can be completed from the start.
    let done = view.currentIndex == nil ? count : view.steps.count { $0.isCompleted }
    return .row([
      .text(StyledText("\(done) of \(count) done").onOneLine), .bar(fraction: Double(done) / Double(count)),
    ])
  }

  private func step(_ index: Int) -> ScreenLayout {
    switch view.status(of: index) {
    case .current: current(view.stepView(at: index), index)
    case .locked: .text(line("· ", index, [.dim]).onOneLine)
    case .completed:
      .column([
        .text(line("✓ ", index, [.green]).onOneLine),
        view.isExpanded(index) ? .indented(.text(StyledText(view.steps[index].description))) : .nothing,
      ])
    }
  }

  private func line(_ sign: String, _ index: Int, _ styles: [TextStyle]) -> StyledText {
    let step = view.steps[index]
    let subtitle = step.subtitle.map { " – \($0)" } ?? ""
    return styles.reduce(StyledText("\(sign)\(index + 1) \(step.title)\(subtitle)")) { $0.styled($1) }
  }

  private func current(_ step: StepView, _ index: Int) -> ScreenLayout {
    .column([
      .heading(StyledText("▶ \(index + 1) \(step.model.title)"), level: 2),
      .indented(
        .column([
          step.model.subtitle.map { .text(StyledText($0)) } ?? .nothing,
          step.model.description.isEmpty ? .nothing : .text(StyledText(step.model.description)),
          step.control.map(control) ?? .nothing,
        ])),
    ])
  }

  private func control(_ control: StepControl) -> ScreenLayout {
    switch control {
    case .button(let title): button("press", title, .press)
    case .checkBox(let item): box(item, 0)
    case .checkBoxGroup(let items): .column(items.indices.map { box(items[$0], $0) })
    case .stepper(let title, let text, let label):
      .column([.text(StyledText("\(title): \(text)")), button("advance", label, .advance)])
    case .timer(let face): timer(face)
    }
  }

  private func timer(_ face: TimerFace) -> ScreenLayout {
    let offers = Set(view.offers)
    var buttons: [ScreenLayout] = []
    if offers.contains(.start) { buttons.append(button("start", "Start", .start)) }
    if offers.contains(.pause) { buttons.append(button("pause", "Pause", .pause)) }
    if offers.contains(.resume) { buttons.append(button("resume", "Resume", .resume)) }
    let seconds = Double(face.total.components.seconds)
    let dial: [ScreenLayout] =
      !face.canPick
      ? []
      : Self.turns.map { id, label, turn in
        button(id, label, .pick(seconds: seconds + turn))
      }
    return .column([
      .row([.text(StyledText(face.text, .bold)), .bar(fraction: face.fraction)]), .row(buttons), .row(dial),
    ])
  }

  /// The dial of a custom timer, as buttons.
  private static let turns: [(id: String, label: String, seconds: Double)] = [
    ("minus-minute", "-1m", -60), ("minus", "-6s", -6), ("plus", "+6s", 6), ("plus-minute", "+1m", 60),
    ("plus-10-minutes", "+10m", 600),
  ]

  private func button(_ id: String, _ label: String, _ interaction: StepInteraction) -> ScreenLayout {
    .element(.button(id, label: label) { [view] in view.perform(interaction) })
  }

  private func box(_ item: CheckBoxItem, _ index: Int) -> ScreenLayout {
    let isTicked = item.completed == true
    // A ticked box cannot be unticked, so it is disabled.
    return .element(
      .toggle("item-\(index + 1)", label: item.title, isOn: isTicked) { [view] isOn in
        if isOn { view.perform(.tick(item: index)) }
      }.disabled(isTicked))
  }

  private func notice(_ notice: TimerNotification) -> ScreenLayout {
    .framed(.text(StyledText(notice.subtitle)), title: StyledText(notice.title, .yellow))
  }
}
