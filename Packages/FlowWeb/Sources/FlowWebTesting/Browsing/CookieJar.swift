/// The cookies of a browser.
struct CookieJar: Sendable, Hashable {
  struct Cookie: Sendable, Hashable {
    var name: String
    var value: String
    var path: String
  }

  private(set) var cookies: [Cookie] = []

  /// Takes the cookies of a reply, as a browser does.
  mutating func take(_ headers: [(name: String, value: String)]) {
    for header in headers where header.name.lowercased() == "set-cookie" {
      let parts = header.value.split(separator: ";").map { $0.trimming }
      guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
        pair.count == 2
      else { continue }
      var cookie = Cookie(name: String(pair[0]), value: String(pair[1]), path: "/")
      var isOver = false
      for part in parts.dropFirst() {
        let attribute = part.split(separator: "=", maxSplits: 1).map { $0.trimming }
        switch attribute.first?.lowercased() {
        case "path" where attribute.count == 2: cookie.path = attribute[1]
        case "max-age" where attribute.count == 2: isOver = Int(attribute[1]).map { $0 <= 0 } ?? false
        default: break
        }
      }
      cookies.removeAll { $0.name == cookie.name && $0.path == cookie.path }
      if !isOver { cookies.append(cookie) }
    }
  }

  /// Returns the `Cookie` header for a path; nil if no cookie is for it. Cookies with longer paths come first.
  func header(for path: String) -> String? {
    let sent = cookies.filter { cookie in
      path == cookie.path || path.hasPrefix(cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/")
        || path.hasPrefix(cookie.path + "?")
    }
    let sorted = sent.enumerated().sorted {
      ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
    }
    return sent.isEmpty ? nil : sorted.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }

  /// A jar whose cookies have another last character, as if somebody had guessed them.
  var altered: CookieJar {
    var jar = self
    for index in jar.cookies.indices {
      let last = jar.cookies[index].value.popLast()
      jar.cookies[index].value += last == "0" ? "1" : "0"
    }
    return jar
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimming: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
