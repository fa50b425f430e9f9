import FlowScreens
import FlowState
import FlowTerminal

/// The profile flow: display ⇄ download, display → edit → update → display.
struct ProfileFlow: Sendable {
  let client: ProfileClient
  let prompter: Prompter
  let screen: ProfileScreen
  /// The outcome of the last attempt to save a name.
  var save = LastSave()

  private static let choices = Choices<ProfileAction>([("download", .download), ("edit", .edit), ("quit", .quit)])

  /// The flow. Its result is the last profile that was shown.
  var flow: Flow<Any, UserProfile> {
    Flow(Any.self, UserProfile.self, identifier: "Profile") { scope in
      let requests = ProfileRequests(client: client, screen: screen)
      let display = makeDisplay()
      let download = requests.makeDownload()
      let edit = makeEdit()
      let update = requests.makeUpdate()

      display.setCompletion { [unowned display] step, action in
        scope.result = display.content
        switch action {
        case .download: step.nextStep = download
        case .edit:
          edit.content = display.content?.name
          step.nextStep = edit
        case .quit, nil: step.nextStep = nil
        }
      }
      edit.setCompletion { step, answer in
        switch answer {
        case .change(let name):
          update.content = name.text
          step.nextStep = update
        case .keep:
          screen.tell("The name stays as it is.")
          step.nextStep = display
        case .back: scope.goBack()
        case nil: step.nextStep = nil
        }
      }
      show(download, on: display)
      show(update, on: display) { hasFailed in save.record(hasFailed: hasFailed) }
      // The display has no profile to show yet.
      return download
    }
    .reversible(visits: 100)
  }

  /// Shows the result of a request on the display step. After a failure, the old profile is kept and the reason is
  /// shown.
  private func show<Content>(
    _ request: FlowStep<Content, UserProfile>, on display: FlowStep<UserProfile, ProfileAction>,
    ended: @escaping (_ hasFailed: Bool) -> Void = { _ in }
  ) {
    request.nextStep = display
    request.setOutcome { _, outcome in
      screen.endWaiting()
      guard case .completed(let profile?) = outcome else { return }
      display.content = profile
      ended(false)
    }
    request.setFailure { error in
      ended(true)
      screen.warn(ProfileRequests.sentence(for: error))
      return .goTo(display)
    }
  }

  private func makeDisplay() -> FlowStep<UserProfile, ProfileAction> {
    FlowStep(UserProfile.self, ProfileAction.self, identifier: "Display") { step in
      screen.show(step.content)
      return prompter.choose("What next", from: Self.choices)
    }
  }

  private func makeEdit() -> FlowStep<String, NameAnswer> {
    FlowStep(String.self, NameAnswer.self, identifier: "Edit") { step in
      let old = step.content.map { " [\($0.printable)]" } ?? ""
      return prompter.ask("New name\(old), or back: ", read: Self.readName)
    }
  }

  /// Returns the answer for a text that was entered as a name.
  static func readName(_ line: String) -> Reply<NameAnswer> {
    do {
      let name = try ProfileName(line)
      return .accepted(name.text.lowercased() == "back" ? .back : .change(name))
    } catch .empty {
      return .accepted(.keep)
    } catch {
      return .refused(error.description)
    }
  }
}
