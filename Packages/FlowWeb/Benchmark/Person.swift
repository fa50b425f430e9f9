import Foundation

/// A person with a browser of their own, who answers the pages of any of the measured programs.
final class Person {
  /// The form of a page.
  struct Form {
    var address = ""
    /// The names and values, in the order of the page.
    var fields: [(name: String, value: String)] = []

    /// The names without a prefix, such as `person-name`.
    func has(_ name: String) -> Bool { fields.contains { Person.isField($0.name, name) } }

    mutating func fill(_ name: String, _ value: String) {
      for index in fields.indices where Person.isField(fields[index].name, name) { fields[index].value = value }
    }

    var body: String {
      fields.map { "\(Person.encoded($0.name))=\(Person.encoded($0.value))" }.joined(separator: "&")
    }
  }

  let connection: Connection
  var cookies: [String: String] = [:]
  /// Called with the time of each request.
  var timed: (Duration) -> Void = { _ in }
  /// Called before each request, and returns the time at which it was due; nil if it has no time.
  var due: () -> ContinuousClock.Instant? = { nil }
  private(set) var refusals = 0
  /// Whether a page with fields was sent.
  private(set) var hasAnswered = false

  static let answers = [
    "name": "Ada Lovelace", "email": "ada@example.org", "kind": "basic", "street": "12 Long Road", "city": "London",
    "text": "By noon",
  ]

  init(port: UInt16) { connection = Connection(port: port) }

  static func isField(_ name: String, _ own: String) -> Bool { name == own || name.hasSuffix("-\(own)") }

  static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95: result.append(byte)
      case 32: result.append(43)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        result += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Requests

  @discardableResult
  func get(_ path: String) throws -> Connection.Reply { try request("GET", path) }

  @discardableResult
  func post(_ form: Form) throws -> Connection.Reply { try request("POST", form.address, form.body) }

  private func request(_ method: String, _ path: String, _ body: String? = nil) throws -> Connection.Reply {
    let start = due() ?? .now
    try connection.send(method, path, cookies: cookies, form: body)
    let reply = try keep(try connection.receive())
    timed(.now - start)
    return reply
  }

  /// Keeps the cookies of a reply.
  func keep(_ reply: Connection.Reply) throws -> Connection.Reply {
    for cookie in reply.cookies { cookies[cookie.name] = cookie.value }
    if !(200..<400).contains(reply.status) { refusals += 1 }
    return reply
  }

  /// Follows redirections. The address of the last page is set.
  func follow(_ reply: Connection.Reply, _ address: inout String) throws -> Connection.Reply {
    var reply = reply
    for _ in 0..<5 {
      guard let location = reply.location, (300..<400).contains(reply.status) else { break }
      address = location
      reply = try get(location)
    }
    return reply
  }

  // MARK: Journeys

  /// Walks from the start until a page says so, or the last page has come. Returns the page.
  func walk(
    from start: String = "/sign-up", seen: (_ page: Connection.Reply, _ address: String) -> Void = { _, _ in },
    until isEnough: (_ form: Form, _ address: String) -> Bool = { _, _ in false }
  ) throws -> (page: Connection.Reply, address: String) {
    var address = start
    return try walkOn(try follow(try get(start), &address), address, seen: seen, until: isEnough)
  }

  /// Walks on from a page. What a page has already stays.
  func walkOn(
    _ page: Connection.Reply, _ address: String,
    seen: (_ page: Connection.Reply, _ address: String) -> Void = { _, _ in },
    until isEnough: (_ form: Form, _ address: String) -> Bool = { _, _ in false }
  ) throws -> (page: Connection.Reply, address: String) {
    var (page, address) = (page, address)
    for _ in 0..<100 {
      seen(page, address)
      if page.body.place(of: Array("Welcome".utf8), from: 0) != nil { return (page, address) }
      guard let form = Self.form(page.body, at: address) else {
        // Work is done. A browser looks again after half a second.
        usleep(20_000)
        page = try follow(try get(address), &address)
        continue
      }
      if isEnough(form, address) { return (page, address) }
      if Self.answers.keys.contains(where: form.has) { hasAnswered = true }
      page = try follow(try post(form), &address)
    }
    let text = String(decoding: page.body.prefix(2_000), as: UTF8.self)
    throw Fault(sentence: "A journey didn't end: \(page.status) \(text)")
  }

  // MARK: Forms

  /// Reads the form of a page, and answers its fields; nil if there is none.
  ///
  /// It searches bytes, because it shares the processors with the server that is measured.
  static func form(_ body: [UInt8], at address: String) -> Form? {
    guard let start = body.place(of: Array("<form".utf8), from: 0),
      let end = body.place(of: Array("</form>".utf8), from: start)
    else { return nil }
    var form = Form()
    form.address = body.text(between: "action=\"", "\"", from: start) ?? ""
    if form.address.isEmpty { form.address = address }
    var place = start
    let part = Array(body[..<end])
    while let next = part.place(of: [UInt8(ascii: "<")], from: place) {
      guard let close = part.place(of: [UInt8(ascii: ">")], from: next) else { break }
      place = close
      let tag = Array(part[next...close])
      guard tag.starts(with: Array("<input".utf8)) || tag.starts(with: Array("<textarea".utf8)),
        let name = tag.text(between: " name=\"", "\"")
      else { continue }
      let value = tag.text(between: " value=\"", "\"") ?? ""
      let type = tag.text(between: "type=\"", "\"") ?? "text"
      if type == "hidden" {
        form.fields.append((name, value))
        continue
      }
      let own = answers.keys.first { isField(name, $0) }
      let isChecked = tag.place(of: Array(" checked".utf8), from: 0) != nil
      if type == "radio" {
        if let index = form.fields.firstIndex(where: { $0.name == name }) {
          if isChecked { form.fields[index].value = value }
        } else {
          form.fields.append((name, isChecked ? value : own.flatMap { answers[$0] } ?? ""))
        }
      } else {
        form.fields.append((name, value.isEmpty ? own.flatMap { answers[$0] } ?? "" : value))
      }
    }
    return form
  }
}
