import FlowDurable
import FlowMarkup
import WebServing

/// The reason why a page can't be shown, as a status and a sentence.
struct PageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The HTTP status code.
  let status: Int
  /// A short title.
  let title: String
  /// A description of the problem and its solution.
  let description: String

  static func badInput(_ sentence: String) -> PageError {
    PageError(status: 400, title: "That isn't understood", description: sentence)
  }

  static func noPage(_ path: String) -> PageError {
    PageError(status: 404, title: "There is no such page", description: "The console has no page \"\(path)\".")
  }

  static func wrongMethod(_ method: String) -> PageError {
    PageError(
      status: 405, title: "That isn't possible here",
      description: "The console answers GET, and POST for actions. It doesn't answer \(method).")
  }

  static let noToken = PageError(
    status: 401, title: "A token is missing",
    description:
      "Open the address that the console printed when it started. It ends with the token, which this browser doesn't have."
  )

  static let wrongToken = PageError(
    status: 401, title: "The token is wrong",
    description:
      "The console was started again, or the address is incomplete. Open the address that it printed when it started.")

  static let badHost = PageError(
    status: 400, title: "The host of the request isn't clear",
    description: "A request needs one Host header, with a name or an address, and a port if it isn't 80.")

  static func foreignHost(_ host: String) -> PageError {
    PageError(
      status: 421, title: "The console doesn't know this host",
      description: "The request is for the host \"\(host)\". Open the console under the address that it printed.")
  }

  static func foreignOrigin(_ origin: String) -> PageError {
    PageError(
      status: 403, title: "The action came from elsewhere",
      description: "The form was sent by \(origin), not by a page of the console. Nothing has changed.")
  }

  static let readOnly = PageError(
    status: 403, title: "The console is read-only", description: "It was started without actions. Nothing has changed.")

  static let tooLarge = PageError(
    status: 413, title: "The form is too large",
    description: "A form may have \(FormFields.limit.grouped) bytes. Nothing has changed.")

  /// Whether the client has no access to the console.
  var isAboutAccess: Bool { status == 401 || status == 421 || self == .badHost }

  /// Converts an error to the error of a page.
  init(_ error: any Error) {
    switch error {
    case let error as PageError: self = error
    case StoreError.unknownRun:
      self.init(status: 404, title: "There is no such run", description: "\(error) It may have been forgotten.")
    case StoreError.runEnded, StoreError.inboxFull:
      self.init(status: 409, title: "Nothing has changed", description: "\(error)")
    case StoreError.tooLarge, StoreError.tooDeep:
      self.init(status: 413, title: "Nothing has changed", description: "\(error)")
    case StoreError.invalidRecord, StoreError.damaged:
      self.init(status: 500, title: "The store can't be read", description: "\(error)")
    case StoreError.refused: self.init(status: 403, title: "Nothing has changed", description: "\(error)")
    default: self.init(status: 503, title: "The store doesn't answer", description: "\(error)")
    }
  }

  init(status: Int, title: String, description: String) {
    self.status = status
    self.title = title
    self.description = description
  }

  /// The error as a page.
  var page: Page {
    var page = Page(title, .none)
    page.add(
      "error", isLive: false,
      "<div class=\"fault\"><p class=\"status\">\(status)</p><h1>\(title)</h1><p>\(.said(description))</p></div>")
    return page
  }
}
