import FlowScreens
import FlowState
import FlowTerminal

/// A flow in memory for use in the terminal: display ⇄ edit, display ⇄ download.
struct Profile: Sendable {
  private let prompter = Prompter()
  private let output = TextOutput()

  private enum Action: Sendable {
    case edit, download, quit
  }

  /// The flow. Its result is the last name that was shown.
  var flow: Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "Profile") { scope in
      let display = makeDisplay()
      let download = makeDownload()
      let edit = makeEdit()
      display.setCompletion { [unowned display] step, action in
        scope.result = display.content
        switch action {
        case .download: step.nextStep = download
        case .edit: step.nextStep = edit
        case .quit, nil: step.nextStep = nil
        }
      }
      download.setCompletion { step, name in
        display.content = name
        step.nextStep = display
      }
      edit.setCompletion { step, name in
        if let name { display.content = name }
        step.nextStep = name == nil ? nil : display
      }
      return download
    }
  }

  private func makeDisplay() -> FlowStep<String, Action> {
    let choices = Choices<Action>([("edit", .edit), ("download", .download), ("quit", .quit)])
    return FlowStep(String.self, Action.self, identifier: "Display") { step in
      try? output.writeLine("Name: \(step.content ?? "none")")
      return prompter.ask("What next (\(choices.list))? ", read: choices.read)
    }
  }

  private func makeDownload() -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: "Download") { _ in
      try await Task.sleep(for: .milliseconds(.random(in: 300...1_200)))
      return "Alice"
    }
  }

  private func makeEdit() -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: "Edit") { _ in
      prompter.ask("New name: ") { line in
        line.isEmpty ? .refused("Enter at least one letter.") : .accepted(line)
      }
    }
  }
}
