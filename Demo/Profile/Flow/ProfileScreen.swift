import FlowScreens
import FlowTerminal

/// Shows the profile, and what happens to it, in the terminal.
///
/// What cannot be written is not shown: the next question fails for the same reason and ends the flow.
struct ProfileScreen: Sendable {
  private let output: TextOutput
  private let progress: ProgressIndicator
  private let terminal: Terminal

  init(output: TextOutput, progress: ProgressIndicator, terminal: Terminal) {
    self.output = output
    self.progress = progress
    self.terminal = terminal
  }

  /// Shows a profile, or that none is there yet.
  func show(_ profile: UserProfile?) {
    guard let profile else { return write("No profile yet.") }
    write("Profile", .bold)
    write("  Name: \(profile.name.printable)")
    write("  Bio:  \(profile.bio.printable)")
  }

  /// Says what happened.
  func tell(_ sentence: String) {
    write(sentence)
  }

  /// Says what went wrong.
  func warn(_ sentence: String) {
    write(sentence.printable, .red)
  }

  /// Shows that something is under way, until ``endWaiting()``.
  func beginWaiting(_ text: String) {
    progress.start(text)
  }

  /// Takes away what ``beginWaiting(_:)`` showed.
  func endWaiting() {
    progress.stop()
  }

  private func write(_ text: String, _ style: TextStyle? = nil) {
    let text = terminal.fitting(text, on: .output)
    try? output.writeLine(style?.apply(to: text, when: terminal.usesColor(for: .output)) ?? text)
  }
}
