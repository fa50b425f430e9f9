import FlowForms
import FlowState

/// The settings of a program for the pages of a flow.
struct PageSettings: Sendable {
  /// The path of the start page, without a slash at its end. Empty for the root.
  let base: String
  /// The end of the names of cookies, which differs for two flows on one server.
  let cookieEnd: String
  /// The name of the service.
  var service: String
  /// The language of pages that belong to no run, or to one without a language of its own.
  var language = "en"
  /// Returns the language of a run by its assignments; nil if it has none of its own.
  var languageOfRun: @Sendable ([VariantAssignment]) -> String? = { _ in nil }
  var start: PageText
  var startButton = "Start now"
  /// The labels of buttons, by step.
  var buttons: [String: String] = [:]
  var style: any PageStyle = DefaultPageStyle()
  /// The secret of the servers, with which a new cookie follows from an earlier one.
  var key = JourneySecret.make().text
  /// Whether cookies are sent with TLS only; nil for all servers but those on the browser's own machine.
  var isSecure: Bool?
  /// The origin under which browsers reach the pages; nil if requests name it.
  var origin: PageOrigin?
  /// Whether a proxy says under which name and how browsers reach the pages.
  var trustsProxy = false
  /// The number of seconds for which browsers keep the cookie; nil until they are closed.
  var cookieAge: Int64?
  /// Whether each start begins a journey of its own.
  var startsSeveral = false
  /// The step whose answer changes the cookie.
  var rotatingStep: String?
  /// Whether a link carries a journey to another device.
  var isResumable = false
  /// The folder for files.
  var files: FileFolder?
  /// The time for which a reply waits for the work of a step.
  var patience = Duration.milliseconds(300)
  /// The time that each turn waits to find out what has become of a visit.
  var longPatience = Duration.seconds(1)
  /// The maximum size of a form without files in bytes; nil for what its fields can need.
  var largestForm: Int?
  /// The maximum number of fields of a form; nil for as many as it can need.
  var mostFields: Int?

  init(_ path: String, _ flow: String) {
    let parts = path.split(separator: "/")
    base = parts.map { "/\($0)" }.joined()
    cookieEnd = parts.isEmpty ? "" : "-" + parts.map(Self.cookieName).joined(separator: ".")
    service = flow
    start = PageText(flow)
  }

  /// Returns a part of a path as a part of a cookie's name. Two parts have two names.
  private static func cookieName(_ part: Substring) -> String {
    let bytes = part.utf8.map { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-": String(UnicodeScalar(byte))
      default: "_" + String(byte, radix: 16)
      }
    }
    return bytes.joined()
  }
}

/// The title and the sentences of a page.
///
/// ```swift
/// let thanks = PageText("You are signed up", "We have sent you an email.", "You can close this page.")
/// ```
public struct PageText: Sendable, Hashable {
  /// The title.
  public var title: String
  /// The sentences below it, each a paragraph.
  public var sentences: [String]

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - sentences: The sentences below it.
  public init(_ title: String, _ sentences: String...) {
    self.title = title
    self.sentences = sentences
  }
}
