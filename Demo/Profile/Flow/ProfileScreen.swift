import FlowScreens
import FlowTerminal

/// Shows the profile and messages in the terminal.
///
/// Errors of the output are ignored here, because the next question fails for the same reason and ends the flow.
struct ProfileScreen: Sendable {
  private let output: TextOutput
  private let progress: ProgressIndicator
  private let terminal: Terminal

  init(output: TextOutput, progress: ProgressIndicator, terminal: Terminal) {
    self.output = output
    self.progress = progress
    self.terminal = terminal
  }

  /// Shows a profile. If no profile is loaded yet, shows a message.
  func show(_ profile: UserProfile?) {
    guard let profile else { return write("No profile yet.") }
    write("Profile", .bold)
    write("  Name: \(profile.name.printable)")
    write("  Bio:  \(profile.bio.printable)")
  }

  /// Shows a message.
  func tell(_ sentence: String) {
    write(sentence)
  }

  /// Shows an error message.
  func warn(_ sentence: String) {
    write(sentence.printable, .red)
  }

  /// Shows a progress indicator until ``endWaiting()`` is called.
  func beginWaiting(_ text: String) {
    progress.start(text)
  }

  /// Removes the progress indicator.
  func endWaiting() {
    progress.stop()
  }

  private func write(_ text: String, _ style: TextStyle? = nil) {
    let text = terminal.fitting(text, on: .output)
    try? output.writeLine(style?.apply(to: text, when: terminal.usesColor(for: .output)) ?? text)
  }
}
