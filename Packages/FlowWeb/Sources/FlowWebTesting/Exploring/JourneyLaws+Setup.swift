import FlowForms
import FlowWeb

/// The laws of the setup. Without them, an exploration that gets nowhere would look like one that finds nothing.
extension JourneyLaws {
  var setUp: JourneyViolation? {
    if let step = stage.steps.first(where: { door.form($0, []) == nil }) {
      return Violation(.setup, "The setup has answers for '\(step)', and no step of this name shows a form.")
    }
    return start ?? loads.lazy.compactMap { answers(on: $0.page, $0.snapshot) }.first
  }

  private var start: JourneyViolation? {
    guard case .tab(_, .start) = action.actor, after.journeys.isEmpty, !hasDied else { return nil }
    guard let sent = exchanges.last(where: { $0.posted != nil }) else {
      return Violation(.setup, "The start page has no form that begins a journey.")
    }
    return Violation(.setup, "The start page was sent, and no journey began: status \(sent.reply.status).")
  }

  /// Checks that the answers of a step can be entered on its page.
  private func answers(on page: ShownPage, _ snapshot: JourneySnapshot) -> JourneyViolation? {
    guard page.posted == nil, page.status == 200, let form = page.form,
      let address = JourneyAddress(form.action, below: door.base), let step = address.step,
      JourneyAddress(page.address, below: door.base) == address,
      let anyForm = door.form(step, snapshot.journey(at: address)?.assignments ?? [])
    else { return nil }
    for (index, answer) in stage.answers(of: step).enumerated() {
      guard let fields = form.entering(answer) else {
        let missing = answer.map(\.key).filter { name in !form.names.isSuperset(of: form.inputs(name, "").map(\.name)) }
        return Violation(
          .setup,
          "The setup has an answer for '\(step)' with \(Self.list(missing)), and the page asks for \(Self.list(form.names.sorted()))."
        )
      }
      // Later answers can be ones that the form refuses.
      guard index == 0 else { continue }
      let entry = FormEntry(posted: fields.map { ($0.name, $0.value) }, for: anyForm.outline)
      do { _ = try anyForm.answer(entry) } catch {
        return Violation(.setup, "The form of '\(step)' refuses the first answer of the setup: \(error)")
      }
    }
    return nil
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
