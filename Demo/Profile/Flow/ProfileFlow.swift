import FlowState
import FlowTerminal

/// The profile flow: display ⇄ download, display → edit → update → display.
struct ProfileFlow: Sendable {
  /// What the server answers: a profile, or why there is none.
  typealias ServerReply = Result<UserProfile, ProfileClientError>

  let client: ProfileClient
  let prompter: Prompter
  let screen: ProfileScreen

  private static let choices = Choices<ProfileAction>([("download", .download), ("edit", .edit), ("quit", .quit)])

  /// The flow as a template; its result is the profile that was shown last.
  var flow: Flow<Any, UserProfile> {
    Flow(Any.self, UserProfile.self, identifier: "Profile") { scope in
      let display = makeDisplay()
      let download = makeDownload()
      let edit = makeEdit()
      let update = makeUpdate()

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
      download.setCompletion { _, reply in receive(reply, for: display) }
      download.nextStep = display
      edit.setCompletion { step, answer in
        switch answer {
        case .change(let name):
          update.content = name.text
          step.nextStep = update
        case .keep:
          screen.tell("The name stays as it is.")
          step.nextStep = display
        case nil: step.nextStep = nil
        }
      }
      update.setCompletion { _, reply in receive(reply, for: display) }
      update.nextStep = display
      // The display would have nothing to show yet.
      return download
    }
  }

  private func makeDisplay() -> FlowStep<UserProfile, ProfileAction> {
    FlowStep(UserProfile.self, ProfileAction.self, identifier: "Display") { step in
      screen.show(step.content)
      return prompter.ask("What next (\(Self.choices.list))? ", read: Self.choices.read)
    }
  }

  private func makeDownload() -> FlowStep<Any, ServerReply> {
    FlowStep(Any.self, ServerReply.self, identifier: "Download") { _ in
      let handler = FlowStepHandler(Any.self, ServerReply.self)
      screen.beginWaiting("Loading…")
      let request = client.fetch { reply in handler.complete(reply) }
      handler.onCancel { request.cancel() }
      return handler
    }
  }

  private func makeEdit() -> FlowStep<String, NameAnswer> {
    FlowStep(String.self, NameAnswer.self, identifier: "Edit") { step in
      let old = step.content.map { " [\($0.printable)]" } ?? ""
      return prompter.ask("New name\(old): ", read: Self.readName)
    }
  }

  private func makeUpdate() -> FlowStep<String, ServerReply> {
    FlowStep(String.self, ServerReply.self, identifier: "Update") { step in
      let handler = FlowStepHandler(String.self, ServerReply.self)
      screen.beginWaiting("Saving…")
      let request = client.updateName(step.content ?? "") { reply in handler.complete(reply) }
      handler.onCancel { request.cancel() }
      return handler
    }
  }

  /// Shows the new profile on the display step; if the server gave none, the old one stays.
  private func receive(_ reply: ServerReply?, for display: FlowStep<UserProfile, ProfileAction>) {
    screen.endWaiting()
    switch reply {
    case .success(let profile): display.content = profile
    case .failure(let error): screen.warn(error.description)
    case nil: break
    }
  }

  /// Makes an answer of what was typed for a name.
  static func readName(_ line: String) -> Reply<NameAnswer> {
    do {
      return .accepted(.change(try ProfileName(line)))
    } catch .empty {
      return .accepted(.keep)
    } catch {
      return .refused(error.description)
    }
  }
}
