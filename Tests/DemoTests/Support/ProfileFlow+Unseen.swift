import FlowState
import FlowTerminal
import Foundation

@testable import Demo

extension ProfileFlow {
  /// The flow with an invisible screen. A script or an explorer answers in place of its client and its prompter.
  static let unseen: Flow<Any, UserProfile> = {
    let nowhere = TextOutput(descriptor: -1)
    let terminal = Terminal(terminals: [], environment: [:])
    let screen = ProfileScreen(
      output: nowhere, progress: ProgressIndicator(output: nowhere, terminal: terminal), terminal: terminal)
    return ProfileFlow(
      client: ProfileClient(server: URL(filePath: "/nowhere")),
      prompter: Prompter(lines: LineReader(input: -1), output: nowhere, terminal: terminal), screen: screen
    ).flow
  }()
}
