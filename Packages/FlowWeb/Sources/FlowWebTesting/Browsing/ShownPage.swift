import FlowDurable
import FlowJSON

/// A posted form, as a browser keeps it for a reload.
struct PostedForm: Sendable, Hashable {
  var address: String
  var fields: [PageForm.Field]

  /// The body, as `application/x-www-form-urlencoded`.
  var body: String {
    fields.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  func hidden(_ name: String) -> String? { fields.first { $0.isHidden && $0.name == name }?.value }

  /// The entry of the person.
  var typed: [PageForm.Field] { fields.filter { !$0.isHidden } }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { encoded, byte in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "*-._".utf8.contains(byte)
      encoded += isPlain ? String(Unicode.Scalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
}

/// A page as a tab shows it, with what was true when it was loaded.
struct ShownPage: Sendable {
  let address: String
  let status: Int
  let html: String
  let form: PageForm?
  let links: [PageLink]
  let title: String
  /// The form whose direct reply the page is; nil for a page that was loaded.
  let posted: PostedForm?
  /// The answers that counted when the page was loaded, by run and step, in their order.
  let seen: [RunNumber: [(step: String, value: JSONValue)]]

  init(_ address: String, _ reply: BrowserReply, posted: PostedForm?, seen: [RunNumber: [(String, JSONValue)]]) {
    let reader = PageReader(reply.body)
    self.address = address
    status = reply.status
    html = reply.body
    // A style of one's own can have other forms, such as a search.
    form = reader.forms.first { $0.hidden("flow-form") != nil } ?? reader.forms.first
    links = reader.links
    title = reader.title
    self.posted = posted
    self.seen = seen
  }

  /// The name of the page in sentences: its title.
  var name: String { title.isEmpty ? address : title }
}

/// A reply as a browser sees it.
struct BrowserReply: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: String

  var location: String? { headers.first { $0.name.lowercased() == "location" }?.value }
  var isRedirection: Bool { 300..<400 ~= status && location != nil }
}

/// A tab of a browser.
struct BrowserTab: Sendable {
  /// The pages that the tab has shown, the current one last. Back removes it.
  private(set) var pages: [ShownPage] = []
  /// The form that was posted last, for a browser or a proxy that sends it again.
  var posted: PostedForm?

  var page: ShownPage? { pages.last }
  var canGoBack: Bool { pages.count > 1 }

  /// The number of pages that Back reaches.
  private static let depth = 4

  mutating func show(_ page: ShownPage) {
    // A page that is loaded again replaces itself, as in a browser.
    if let last = pages.last, last.address == page.address, last.posted == nil, page.posted == nil {
      pages.removeLast()
    }
    pages = pages.suffix(Self.depth - 1) + [page]
  }

  mutating func goBack() { if canGoBack { pages.removeLast() } }
}
