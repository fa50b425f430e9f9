/// A form of a page with what a browser would send.
struct PageForm: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    var name: String
    var value: String
    var isHidden = false
  }

  var action: String
  /// The fields that are filled in, in the order of the page.
  var fields: [Field] = []
  /// The names of all inputs that a person sees.
  var names: Set<String> = []
  var button = ""

  /// The value of a hidden input; nil if there is none.
  func hidden(_ name: String) -> String? { fields.first { $0.isHidden && $0.name == name }?.value }
}

/// A link of a page.
struct PageLink: Sendable, Hashable {
  var address: String
  var label: String
}

/// Reads the forms and links of a page, whatever its style.
struct PageReader {
  private(set) var forms: [PageForm] = []
  private(set) var links: [PageLink] = []
  private(set) var title = ""

  private var form: PageForm?
  private var link: PageLink?
  /// The name of an open element whose text is wanted, and the text so far.
  private var wanted: (element: String, text: String)?
  private var select = ""
  private var area = ""

  init(_ html: String) {
    var rest = html.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      text(String(rest[..<start]) ?? "")
      rest = rest[start...].dropFirst()
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { break }
      tag(String(rest[..<end]) ?? "")
      rest = rest[end...].dropFirst()
    }
  }

  private mutating func text(_ text: String) {
    wanted?.text += text
    link?.label += text
  }

  private mutating func tag(_ tag: String) {
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" || $0 == "/" && tag.first == "/" }.lowercased()
    let attributes = Self.attributes(tag.dropFirst(name.count))
    switch name {
    case "form": form = PageForm(action: attributes["action"] ?? "")
    case "/form":
      if let form { forms.append(form) }
      form = nil
    case "input": input(attributes)
    case "select":
      select = attributes["name"] ?? ""
      form?.names.insert(select)
    case "option":
      if attributes["selected"] != nil { form?.fields.append(.init(name: select, value: attributes["value"] ?? "")) }
    case "textarea":
      area = attributes["name"] ?? ""
      form?.names.insert(area)
      wanted = ("textarea", "")
    case "/textarea":
      // A line break after the tag isn't part of the text.
      let text = wanted?.text ?? ""
      form?.fields.append(.init(name: area, value: Self.plain(text.first == "\n" ? text.dropFirst() : text[...])))
      wanted = nil
    case "button": wanted = ("button", "")
    case "/button":
      form?.button = Self.plain(wanted?.text ?? "").trimming
      wanted = nil
    case "h1": wanted = ("h1", "")
    case "/h1":
      title = Self.plain(wanted?.text ?? "").trimming
      wanted = nil
    case "a": link = PageLink(address: attributes["href"] ?? "", label: "")
    case "/a":
      if var link {
        link.label = Self.plain(link.label).trimming
        links.append(link)
      }
      link = nil
    default: break
    }
  }

  private mutating func input(_ attributes: [String: String]) {
    let (name, type) = (attributes["name"] ?? "", attributes["type"] ?? "text")
    guard form != nil, !name.isEmpty else { return }
    if type != "hidden" { form?.names.insert(name) }
    switch type {
    case "radio", "checkbox":
      if attributes["checked"] != nil { form?.fields.append(.init(name: name, value: attributes["value"] ?? "on")) }
    case "file", "submit", "button": break
    default:
      form?.fields.append(.init(name: name, value: attributes["value"] ?? "", isHidden: type == "hidden"))
    }
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard !rest.isEmpty else { return attributes }
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" }
      rest = rest.dropFirst(max(1, name.count))
      var value: Substring = ""
      if rest.first == "=", let quote = rest.dropFirst().first, quote == "\"" || quote == "'" {
        rest = rest.dropFirst(2)
        value = rest.prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 1)
      } else if rest.first == "=" {
        rest = rest.dropFirst()
        value = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(value.count)
      }
      if !name.isEmpty { attributes[name.lowercased()] = plain(value) }
    }
  }

  /// Returns a text without character references.
  static func plain(_ text: some StringProtocol) -> String {
    guard text.contains("&") else { return String(text) }
    var plain = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      plain += rest[..<mark]
      rest = rest[mark...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else {
        plain += "&"
        rest = rest.dropFirst()
        continue
      }
      let name = String(rest[rest.index(after: mark)..<end])
      plain += known[name] ?? number(name).map { String($0) } ?? "&\(name);"
      rest = rest[rest.index(after: end)...]
    }
    return plain + rest
  }

  private static let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}"]

  private static func number(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
