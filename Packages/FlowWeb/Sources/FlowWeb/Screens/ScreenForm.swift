import FlowMarkup
import FlowScreens

extension BrowserScreen.Page {
  /// Returns the whole form of the screen.
  ///
  /// - Parameters:
  ///   - address: The address to which it is posted.
  ///   - changes: The address of the changes, without the number of the latest one.
  ///   - hidden: The names and texts of hidden inputs, besides the number of the screen.
  /// - Returns: The form.
  func form(to address: String, following changes: String, hidden: [(name: String, value: String)]) -> Markup {
    let all = hidden + [(ScreenField.number, String(number))]
    let inputs = all.map { input -> Markup in
      "<input type=\"hidden\" name=\"\(input.name)\" value=\"\(input.value)\">\n"
    }
    let mark: Markup? = taken.map { " data-taken=\"\($0)\"" }
    return """
      <form method="post" action="\(address)" id="screen" novalidate autocomplete="off" \
      data-changes="\(changes)/\(version)" data-screen="\(screen)" data-same="\(signature)"\(mark)>
      \(inputs)\(markup)</form>

      """
  }
}

/// The inner part of a screen's form: its content, a note, and what a person can do besides.
struct ScreenForm {
  let markup: Markup

  init(
    _ content: ScreenContent, notice: StyledText, note: String, commands: [(place: Int, command: ScreenCommand)],
    canGoBack: Bool
  ) {
    let press = Markup(trusted: ScreenField.press)
    // The key Enter in an input presses the first button of a form.
    let usual = content.onlyButton.map { "e\($0)" } ?? ""
    let hasInputs = content.elements.contains { element in
      if case .button = element.kind { false } else { element.isOffered }
    }
    let update: Markup? =
      !hasInputs
      ? nil
      : "<noscript><p><button class=\"button plain\" name=\"\(press)\" value=\"\">Update</button></p></noscript>\n"
    // The back of the screen itself is a command that takes no argument.
    let own = commands.first { $0.command.name.isSame(as: "back") && $0.command.argument == nil }
    let value = own.map { "c\($0.place)" } ?? (canGoBack ? "back" : nil)
    let back: Markup? = value.map {
      "<p><button class=\"button plain\" id=\"back\" name=\"\(press)\" value=\"\($0)\">Back</button></p>\n"
    }
    let others = commands.filter { $0.place != own?.place }.map(Self.command)
    let more: Markup? =
      others.isEmpty ? nil : "<details id=\"more\"><summary>More</summary>\n\(others)</details>\n"
    let said: Markup? = notice.isEmpty ? nil : "<p>\(ScreenContent.spans(notice))</p>"
    let warned: Markup? = note.isEmpty ? nil : "<p class=\"note\">\(.said(note))</p>"
    markup = """
      <button class="unseen" name="\(press)" value="\(usual)" tabindex="-1" aria-hidden="true">Update</button>
      <div id="note" role="status">\(warned)</div>
      <div class="screen" id="content">
      \(content.markup)</div>
      <div id="notice" role="status">\(said)</div>
      \(update)\(back)\(more)
      """
  }

  private static func command(_ place: Int, _ command: ScreenCommand) -> Markup {
    let name = "c\(place)"
    let press = Markup(trusted: ScreenField.press)
    guard let argument = command.argument else {
      return """
        <div class="field" id="\(name)-box"><button class="button plain" id="\(name)" name="\(press)" value="\(name)" \
        aria-describedby="\(name)-help">\(.said(command.name))</button> <span id="\(name)-help">\(.said(command.help))</span></div>

        """
    }
    return """
      <div class="field" id="\(name)-box"><label for="\(name)">\(.said("\(command.name) \(argument)"))</label>
      <p class="hint" id="\(name)-help">\(.said(command.help))</p>
      <div class="side"><input type="text" class="short" id="\(name)" name="\(name)" aria-describedby="\(name)-help" autocomplete="off">
      <button class="button plain" id="\(name)-do" name="\(press)" value="\(name)">\(.said(command.name))</button></div></div>

      """
  }
}
