public import FlowForms
public import FlowMarkup

/// A page of a journey as plain data, from which a ``PageStyle`` makes HTML.
///
/// ```swift
/// struct Plain: PageStyle {
///   func document(_ page: JourneyPage) -> Markup {
///     "<!doctype html><title>\(page.title)</title><h1>\(page.title)</h1>\(main(page))"
///   }
/// }
/// ```
public struct JourneyPage: Sendable {
  /// The kind of a page.
  ///
  /// ```swift
  /// if page.kind == .ended { print("Thank you") }
  /// ```
  public enum Kind: String, Sendable, CaseIterable {
    /// The page at which a journey begins.
    case start
    /// The page that leads on to a journey that has begun.
    case underWay
    /// A form.
    case form
    /// The answers so far, before the person confirms them.
    case check
    /// An answer that can no longer be changed.
    case closed
    /// A step is at work. The page refreshes itself.
    case working
    /// The journey waits for a time, or for another system.
    case waiting
    /// Somebody must look at the journey.
    case parked
    /// The journey has failed.
    case failed
    /// The journey was left.
    case cancelled
    /// The journey has completed.
    case ended
    /// An answer came too late, and was not taken.
    case stale
    /// The question whether the person wants to leave.
    case leave
    /// The page that carries the journey to another device.
    case resume
    /// A request that can't be followed.
    case error
    /// A screen of a flow in memory, see ``Screens``, or of a step that waits for its result.
    case screen
    /// A session of a flow in memory that is over.
    case gone
  }

  /// A field of a form with what was entered, and its problems.
  ///
  /// ```swift
  /// for field in page.form?.fields ?? [] { print(field.outline.label, field.entry.text(field.outline.name)) }
  /// ```
  public struct Field: Sendable {
    /// The field.
    public var outline: FormOutline.Field
    /// The entered text; empty for private fields.
    public var entry: FormEntry
    /// The sentences of its problems.
    public var problems: [String]

    /// The identifier of the field's first input.
    public var id: String { JourneyPage.id(of: outline) }
  }

  /// A problem of a form.
  ///
  /// ```swift
  /// for problem in page.problems { print(problem.id ?? "the form", problem.sentence) }
  /// ```
  public struct Problem: Sendable, Hashable {
    /// The identifier of the input that has the problem; nil for the whole form.
    public var id: String?
    /// The sentence.
    public var sentence: String
  }

  /// A line of a summary: a label, and what was answered.
  ///
  /// ```swift
  /// for row in page.rows { print(row.label, row.value.joined(separator: ", ")) }
  /// ```
  public struct Row: Sendable, Hashable {
    /// The label of the field.
    public var label: String
    /// The answer, in lines.
    public var value: [String]
    /// The address at which the answer can be changed; nil if it can't.
    public var change: String?
  }

  /// A link.
  ///
  /// ```swift
  /// if let back = page.back { print(back.label, back.address) }
  /// ```
  public struct Link: Sendable, Hashable {
    /// The text of the link.
    public var label: String
    /// The address.
    public var address: String
  }

  /// A form that is posted.
  ///
  /// ```swift
  /// if let form = page.form { print(form.address, form.button) }
  /// ```
  public struct Form: Sendable {
    /// The address to which it is posted.
    public var address: String
    /// The names and texts of hidden inputs. Without them, the form is refused.
    public var hidden: [(name: String, value: String)]
    /// The fields.
    public var fields: [Field] = []
    /// The label of the button.
    public var button: String
    /// Whether the button takes something away.
    public var isDangerous = false
    /// Whether the form has a file, and is posted as `multipart/form-data`.
    public var hasFile: Bool {
      fields.contains { if case .file = $0.outline.kind { true } else { false } }
    }
  }

  /// The kind of the page.
  public var kind: Kind
  /// The title of the page.
  public var title: String
  /// The name of the service.
  public var service = ""
  /// The language of the page, as in `en`.
  public var language = "en"
  /// Sentences that say what the person can know and do.
  public var sentences: [String] = []
  /// The problems of the form, in the order of the page.
  public var problems: [Problem] = []
  /// The answers that the page shows.
  public var rows: [Row] = []
  /// A screen, as a form; nil for pages of other kinds.
  public var content: Markup?
  /// The form; nil if the page has none.
  public var form: Form?
  /// Links, the main one first.
  public var links: [Link] = []
  /// The page before this one; nil if there is none.
  public var back: Link?
  /// The page where the person can leave; nil if that makes no sense here.
  public var leave: Link?
  /// The page with a link for another device; nil if there is none.
  public var resume: Link?
  /// The number of seconds after which the page is loaded again, where no script runs; nil if it stays.
  public var refresh: Int?
  /// The folder of style sheets and scripts of the default style.
  public var assets = ""
  /// The address of the start page.
  public var start = ""

  init(_ kind: Kind, _ title: String, _ sentences: [String] = []) {
    self.kind = kind
    self.title = title
    self.sentences = sentences
  }

  /// The title of the window. It begins with "Error" if the form has problems.
  public var windowTitle: String {
    let end = service.isEmpty || service == title ? "" : " – \(service)"
    return (problems.isEmpty ? "" : "Error: ") + title + end
  }

  /// The direction of the page's language: `ltr` or `rtl`.
  public var direction: String {
    let code = language.split(separator: "-").first ?? ""
    return ["ar", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi"].contains(code) ? "rtl" : "ltr"
  }

  /// Returns the identifier of the first input of a field.
  static func id(of field: FormOutline.Field) -> String {
    var id = "f-"
    for scalar in field.name.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      id += isPlain ? String(scalar) : "-\(scalar.value)-"
    }
    return if case .date = field.kind { id + "-day" } else { id }
  }
}
