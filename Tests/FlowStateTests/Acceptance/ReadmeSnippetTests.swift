import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// FS-19: the profile flow of the original's README on plain screens, compiled in Swift 6 mode, started bare and as a
/// `Flow`.
@MainActor
struct ReadmeSnippetTests {
  struct UserProfile: Sendable {
    var name = ""
    var bio = ""
  }

  enum UserProfileAction: Sendable {
    case downloadProfile
    case editProfile
  }

  /// A stack of screens and at most one modal.
  final class Navigator {
    private(set) var screens: [any Screen] = []
    private(set) var modal: String?

    var stack: String { "[\(screens.map(\.name).joined(separator: ", "))]\(modal.map { " + \($0)" } ?? "")" }

    func setRoot(_ screen: any Screen) { screens = [screen] }
    func push(_ screen: any Screen) { screens.append(screen) }
    func pop() { if screens.count > 1 { screens.removeLast() } }
    func present(_ name: String) { modal = name }
    func dismiss() { modal = nil }
  }

  protocol Screen: AnyObject { var name: String { get } }

  @MainActor final class ProfileScreen: @MainActor Screen {
    let name = "profile"
    let results = FlowStepHandler(UserProfile.self, UserProfileAction.self)

    init(_ trace: Trace) {
      results.contentUpdateHandler = { profile in trace.note("profile shows '\(profile?.name ?? "")'") }
    }
  }

  @MainActor final class EntryScreen: @MainActor Screen {
    let name = "entry"
    let results = FlowStepHandler(String.self, String.self)

    init(_ trace: Trace) {
      results.contentUpdateHandler = { text in trace.note("entry shows '\(text ?? "")'") }
    }
  }

  /// A server whose answers the test sends.
  final class Server {
    private var pending: [(String) -> Void] = []
    private(set) var requests: [String] = []

    func ask(_ request: String, _ answer: @escaping (UserProfile?) -> Void) {
      requests.append(request)
      pending.append { answer(UserProfile(name: $0, bio: "")) }
    }

    func answer(_ name: String) { pending.removeFirst()(name) }
  }

  let navigator = Navigator()
  let server = Server()
  let trace = Trace()

  /// The flow of the README, step by step.
  func makeSteps() -> any Startable {
    let displayStep = FlowStep(
      UserProfile.self, UserProfileAction.self, identifier: "Profile",
      { [navigator, trace] (step) in
        let screen = ProfileScreen(trace)
        navigator.setRoot(screen)
        return screen.results
      })

    let networkStep = FlowStep(
      Any.self, UserProfile.self, identifier: "User Profile Network",
      { [navigator, server] (step) in
        navigator.present("loading")
        let stepResults = FlowStepHandler(Any.self, UserProfile.self)
        server.ask("get") { newProfile in stepResults.complete(newProfile) }
        return stepResults
      }
    ) { [unowned displayStep, navigator] (step, newProfile) in
      if let newProfile = newProfile { displayStep.content = newProfile }
      navigator.dismiss()
    }

    let editNameStep = FlowStep(
      String.self, String.self, identifier: "Edit Name",
      { [navigator, trace] (step) in
        let screen = EntryScreen(trace)
        navigator.push(screen)
        return screen.results
      })

    let updateNameStep = FlowStep(
      String.self, UserProfile.self, identifier: "Update Profile",
      { [navigator, server] (step) in
        navigator.present("loading")
        let stepResults = FlowStepHandler(String.self, UserProfile.self)
        server.ask("update \(step.content ?? "")") { newProfile in stepResults.complete(newProfile) }
        return stepResults
      }
    ) { [unowned displayStep, navigator] (step, newProfile) in
      if let newProfile = newProfile { displayStep.content = newProfile }
      navigator.dismiss()
      navigator.pop()
    }

    editNameStep.setCompletion { (step, newName) in
      guard let newName = newName else {
        step.nextStep = nil
        return
      }
      updateNameStep.content = newName
      step.nextStep = updateNameStep
    }

    displayStep.setCompletion { (step, action) in
      guard let action = action else {
        step.nextStep = nil
        return
      }
      switch action {
      case .editProfile:
        editNameStep.content = step.content?.name
        step.nextStep = editNameStep
      case .downloadProfile:
        step.nextStep = networkStep
      }
    }
    return displayStep
  }

  var profile: ProfileScreen? { navigator.screens.first as? ProfileScreen }
  var entry: EntryScreen? { navigator.screens.last as? EntryScreen }

  @Test("FS-19: The README's steps show the right screens, stacks, and texts for a download and an edit")
  func bareStart() {
    makeSteps().start()
    #expect(trace.take() == ["profile shows ''"])
    #expect(navigator.stack == "[profile]")

    profile?.results.complete(.downloadProfile)
    #expect(navigator.stack == "[profile] + loading")
    server.answer("Al")
    #expect(trace.take() == ["profile shows 'Al'"])
    #expect(navigator.stack == "[profile]")

    profile?.results.complete(.editProfile)
    #expect(trace.take() == ["entry shows 'Al'"])
    #expect(navigator.stack == "[profile, entry]")
    entry?.results.complete("Bo")
    #expect(navigator.stack == "[profile, entry] + loading")
    server.answer("Bo")
    #expect(trace.take() == ["profile shows 'Bo'"])
    #expect(navigator.stack == "[profile]")
    #expect(server.requests == ["get", "update Bo"])

    // A mistake of the original: without an action, it ran the last branch again.
    profile?.results.complete(nil)
    #expect(server.requests.count == 2)
    #expect(navigator.stack == "[profile]")
  }

  @Test("FS-08c, FS-19: The same steps in a flow run until its first rest, and not after it")
  func flow() {
    let queue = ManualQueue()
    let flow = Flow(Any.self, Void.self, identifier: "Profile", onMainActor: { _ in makeSteps() })
    let events = Trace()
    flow.on(queue).observed(by: events).start { outcome in
      if case .completed = outcome { events.note("told") }
    }
    queue.play()
    profile?.results.complete(.downloadProfile)
    queue.play()
    server.answer("Al")
    queue.play()
    profile?.results.complete(.editProfile)
    queue.play()
    #expect(trace.lines.last == "profile shows 'Al'")
    #expect(navigator.stack == "[profile]")
    #expect(Array(events.lines.suffix(4)) == ["rest", "Profile#1 completed", "told", "Profile extra"])
  }
}
