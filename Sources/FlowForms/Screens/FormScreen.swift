public import FlowScreens
public import FlowState

/// A form as a screen: on a live terminal, line by line, or with any other presenter.
///
/// The step completes with the answer when the person continues and the entry has no problems. Where only lines can be read, the
/// screen asks one question after the other; `back` leads to the question before, except as a password, and an empty line keeps
/// what was entered.
///
/// ```swift
/// let address = FlowStep(identifier: "address", presenting: { _ in FormScreen(delivery) }, on: presenter)
/// ```
///
/// A declared step is a form of its own; see `FlowStepDeclaration.form(_:identifier:within:on:)`.
///
/// Use a screen only on the queue of its run.
public final class FormScreen<Value: Codable & Sendable>: FlowStepScreen {
  /// The handler of the step. It completes with the answer.
  public let handler = FlowStepHandler(Any.self, FormAnswer<Value>.self)
  /// Whether the form was answered, or left for an earlier step.
  public private(set) var isFinished = false
  /// The entry of the person so far, with private fields.
  public private(set) var entry: FormEntry
  /// The problems of the entry when the person last continued.
  public private(set) var problems = FormProblems([])

  private let form: FlowForm<Value>
  private let files: FileFolder?
  private let goBack: (() -> Void)?
  private let changed: (FormEntry?) -> Void
  /// The index of the field that is asked next, where only lines are read.
  private var asked = 0
  private var questions = 0

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - entry: The entry to begin with, such as that of an earlier answer; the form's own by default.
  ///   - files: The folder for files. The person enters the path of a file. Without a folder, files can't be given.
  ///   - goBack: Takes the run back to an earlier step; nil if there is none.
  ///   - changed: Receives the entry after each change, without private fields; nil when the form is answered.
  public init(
    _ form: FlowForm<Value>, entry: FormEntry? = nil, files: FileFolder? = nil, goBack: (() -> Void)? = nil,
    changed: @escaping (_ entry: FormEntry?) -> Void = { _ in }
  ) {
    self.form = form
    self.entry = form.outline.withoutVanishedOptions(entry ?? form.entry())
    self.files = files
    self.goBack = goBack
    self.changed = changed
    for name in self.entry.answers.keys { rememberFile(name) }
  }

  /// The title, the fields with their hints and problems, and buttons.
  public var layout: ScreenLayout {
    let outline = form.outline
    let title = outline.title.isEmpty ? ScreenLayout.nothing : .heading(StyledText(outline.title))
    let known = Set(outline.fields.map(\.name))
    let whole = problems.problems.filter { $0.field.map { !known.contains($0) } ?? true }
    var buttons = [ScreenLayout.element(.button("continue", label: "Continue") { self.submit() })]
    if goBack != nil { buttons.append(.element(.button("back", label: "Back") { self.back() })) }
    return .column(
      [title] + whole.map { .text(StyledText($0.sentence, .red)) } + outline.fields.map(element) + [.row(buttons)])
  }

  /// The command `back`, if there is an earlier step.
  public var commands: [ScreenCommand] {
    guard goBack != nil, !isFinished else { return [] }
    return [
      ScreenCommand("back", help: "goes back to the page before") { _ in
        self.back()
        return .done
      }
    ]
  }

  /// The question about the next field.
  public var question: ScreenQuestion? {
    guard !isFinished else { return nil }
    let fields = form.outline.fields
    var introduction: [StyledText] = []
    if questions == 0, !form.outline.title.isEmpty { introduction.append(StyledText(form.outline.title, .bold)) }
    guard asked < fields.count else {
      return ScreenQuestion("\(questions)", "Press Enter to continue: ", introduction: introduction) {
        self.receive($0)
      }
    }
    let field = fields[asked]
    if let hint = field.hint { introduction.append(StyledText(hint, .dim)) }
    return ScreenQuestion(
      "\(questions)", FieldQuestion(field).prompt(entry), introduction: introduction, isHidden: field.isPrivate
    ) { self.receive($0) }
  }

  // MARK: Answers

  private func receive(_ line: String) -> ScreenReply {
    guard !isFinished else { return .done }
    let fields = form.outline.fields
    // A password can be any word.
    let isHidden = asked < fields.count && fields[asked].isPrivate
    if !isHidden, line.isWord("back") {
      guard asked > 0 else {
        guard goBack != nil else { return .refused("This is the first question.") }
        back()
        return .done
      }
      return ask(asked - 1)
    }
    if asked < fields.count {
      let field = fields[asked]
      switch FieldQuestion(field).answer(line, entry) {
      case .success(let answer): set(field.name, answer)
      case .failure(let refusal): return .refused(refusal.sentence)
      }
      keepFiles()
      if let problem = problem(of: field) {
        // An empty line keeps the file that was accepted before.
        if let file = keptFiles[field.name] { set(field.name, .file(file)) }
        return .refused(problem.sentence)
      }
      if asked + 1 < fields.count { return ask(asked + 1) }
    }
    submit()
    guard !isFinished else { return .done }
    // Only a check of the whole value is left, or a field whose question was passed over.
    let place = problems.problems.lazy.compactMap { problem in fields.firstIndex { $0.name == problem.field } }.first
    _ = ask(place ?? 0)
    return .answered(problems.description)
  }

  private func ask(_ index: Int) -> ScreenReply {
    asked = index
    questions += 1
    return .done
  }

  private func set(_ name: String, _ answer: FormEntry.Answer?) {
    // A presenter can still have the elements.
    guard !isFinished else { return }
    entry[name] = answer
    rememberFile(name)
    changed(form.kept(entry))
  }

  private func submit() {
    guard !isFinished else { return }
    keepFiles()
    do throws(FormProblems) {
      guard refusedFiles.isEmpty else { throw FormProblems(form.outline.fields.compactMap { problem(of: $0) }) }
      let answer = try form.answer(entry)
      isFinished = true
      changed(nil)
      handler.complete(answer)
    } catch {
      problems = error
    }
  }

  private func back() {
    guard !isFinished else { return }
    isFinished = true
    goBack?()
  }

  // MARK: Files

  /// The latest files of the entry, which stay while a path is typed.
  private var keptFiles: [String: FormFile] = [:]
  /// The problems of paths whose files can't be kept.
  private var refusedFiles: [String: FormProblem] = [:]

  private func rememberFile(_ name: String) {
    switch entry[name] {
    case .file(let file)?: keptFiles[name] = file
    case nil: keptFiles[name] = nil
    case .text?, .texts?: break
    }
  }

  private func problem(of field: FormOutline.Field) -> FormProblem? {
    refusedFiles[field.name] ?? form.problem(of: field.name, in: entry)
  }

  /// Keeps the files whose paths were entered.
  private func keepFiles() {
    refusedFiles = [:]
    for field in form.outline.fields {
      guard case .file(_, let size) = field.kind, case .text(let path)? = entry[field.name], !path.isEmpty else {
        continue
      }
      if path.isExactly("-"), !field.isRequired {
        set(field.name, nil)
        continue
      }
      guard let files else {
        refusedFiles[field.name] = .field(field.name, "A file for '\(field.label)' can't be given here.")
        continue
      }
      do {
        let file = try files.keep(fileAt: path, maximumSize: size)
        var given = entry
        given[field.name] = .file(file)
        // A file that the form refuses doesn't take the place of an earlier one.
        if let problem = form.problem(of: field.name, in: given) {
          refusedFiles[field.name] = problem
        } else {
          set(field.name, .file(file))
        }
      } catch {
        refusedFiles[field.name] = .field(field.name, "Choose another file for '\(field.label)': \(error)")
      }
    }
  }

  // MARK: Elements

  private func element(_ field: FormOutline.Field) -> ScreenLayout {
    let sentences = problems.problems(of: field.name).map(\.sentence)
    func shown(_ element: LayoutElement) -> ScreenLayout {
      .element(element.hinted(field.hint ?? "").refused(sentences))
    }
    switch field.kind {
    case .toggle:
      return shown(
        .toggle(field.name, label: field.label, isOn: FieldQuestion.isOn(entry.text(field.name))) {
          self.set(field.name, $0 ? "yes" : "no")
        })
    case .choice(let options):
      let chosen = options.firstIndex { $0.value.isExactly(entry.text(field.name)) }
      // A choice that can stay empty can also be emptied again.
      let none = field.isRequired ? [] : ["None"]
      return shown(
        .choice(
          field.name, label: field.label, options: none + options.map(\.label),
          selected: chosen.map { $0 + none.count } ?? (none.isEmpty ? nil : 0)
        ) {
          self.set(field.name, $0 < none.count ? nil : .text(options[$0 - none.count].value))
        })
    case .choices(let options, _, _):
      let chosen = entry.texts(field.name)
      let toggles = options.map { option in
        ScreenLayout.element(
          .toggle(
            "\(field.name).\(option.value)", label: option.label,
            isOn: chosen.contains { $0.isExactly(option.value) }
          ) { isOn in
            // Another toggle of the same layout can have changed the entry.
            let others = self.entry.texts(field.name).filter { !$0.isExactly(option.value) }
            self.set(field.name, .texts(others + (isOn ? [option.value] : [])))
          })
      }
      return .group(
        .column(toggles), legend: StyledText(field.label), hint: field.hint ?? "", problems: sentences)
    case .file:
      // The name of a file that is kept isn't a path.
      let kept = keptFiles[field.name]
      let path: String = if case .text(let path)? = entry[field.name] { path } else { "" }
      let old = kept.map { field.isRequired ? $0.name : "\($0.name), - removes it" }
      return shown(
        .input(
          field.name, label: field.label, text: path, placeholder: old ?? (field.isRequired ? "" : "optional")
        ) { self.set(field.name, $0.isEmpty ? kept.map { .file($0) } : .text($0)) }
        .taking(.path))
    default:
      return shown(
        LayoutElement.input(
          field.name, label: field.label, text: entry.text(field.name), placeholder: field.isRequired ? "" : "optional",
          isHidden: field.isPrivate
        ) { self.set(field.name, .text($0)) }
        .taking(field.kind.textKind, autocomplete: field.autocomplete?.rawValue ?? ""))
    }
  }
}

extension FormOutline {
  /// Returns an entry without options that the form no longer has: nobody could unchoose them.
  fileprivate func withoutVanishedOptions(_ entry: FormEntry) -> FormEntry {
    var entry = entry
    for field in fields {
      switch field.kind {
      case .choice(let options):
        let text = entry.text(field.name)
        if !options.contains(where: { $0.value.isExactly(text) }) { entry[field.name] = nil }
      case .choices(let options, _, _):
        let texts = entry.texts(field.name)
        let known = texts.filter { text in options.contains { $0.value.isExactly(text) } }
        if known.count < texts.count { entry[field.name] = .texts(known) }
      default: break
      }
    }
    return entry
  }
}

extension FormOutline.Kind {
  fileprivate var textKind: LayoutElement.TextKind {
    switch self {
    case .text(let lines) where lines > 1: .lines(lines)
    case .email: .email
    case .phone: .phone
    case .number, .money: .number
    case .date: .date
    default: .text
    }
  }
}

extension String {
  /// Whether the text is a word. Only a short text is compared, because comparing many accents takes long.
  fileprivate func isWord(_ word: String) -> Bool {
    utf8.count <= 40 && trimmedSpaces.lowercased() == word
  }
}
