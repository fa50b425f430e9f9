import WebServing

/// Decides which requests the console answers.
///
/// A page in the same browser must not be able to reach the console: not under another name of this machine, not with a
/// form, and not without the token.
struct ConsoleGate: Sendable {
  /// The name of the query field that has the token.
  static let field = "token"

  let token: String
  /// The hosts under which the console is reached, without a port.
  let hosts: Set<String>
  /// The name of the cookie. It contains the port, because cookies don't depend on ports.
  let cookie: String

  init(token: String, hosts: Set<String>, port: Int) {
    self.token = token
    self.hosts = hosts
    cookie = "flow-console-\(port)"
  }

  /// The result of checking a request.
  enum Passage: Equatable {
    /// The request is answered.
    case open
    /// The request is for a file that is part of the program, which needs no token.
    case asset
    /// The address has the token: the browser gets a cookie, and is redirected to the address without the token.
    case remember(cookie: String, path: String)
  }

  /// Checks a request.
  ///
  /// - Throws: A ``PageError`` with the reason why the request isn't answered.
  func check(_ request: ConsoleRequest) throws(PageError) -> Passage {
    let host = request.host ?? ""
    guard !request.hasSeveralHosts, let name = Self.name(of: host) else { throw .badHost }
    guard hosts.contains(name) else { throw .foreignHost(host) }
    // Assets contain no data of runs, and the page that asks for the token needs them.
    if request.parts.first == "assets" { return .asset }
    if request.method == "POST" { try checkOrigin(request, host) }
    if let given = FormFields(request.query).text(Self.field), request.method == "GET" {
      guard given.isSameSecret(as: token) else { throw .wrongToken }
      return .remember(cookie: "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict", path: path(of: request))
    }
    let given = request.cookie(cookie) ?? Self.bearer(request.headers["authorization"])
    guard let given else { throw .noToken }
    guard given.isSameSecret(as: token) else { throw .wrongToken }
    return .open
  }

  /// Checks the origin, which a browser includes with each form that it sends.
  private func checkOrigin(_ request: ConsoleRequest, _ host: String) throws(PageError) {
    if let origin = request.headers["origin"] {
      guard origin == "http://\(host)" || origin == "https://\(host)" else { throw .foreignOrigin(origin) }
    } else {
      let site = request.headers["sec-fetch-site"] ?? "an unknown origin"
      guard site == "same-origin" else { throw .foreignOrigin(site) }
    }
  }

  /// Returns the path and the query of a request, without the token.
  private func path(of request: ConsoleRequest) -> String {
    let pairs = request.query.split(separator: "&").filter { !$0.hasPrefix("\(Self.field)=") }
    // Two slashes would lead to another host.
    let path = "/" + request.path.drop { $0 == "/" || $0 == "\\" }
    return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
  }

  private static func bearer(_ header: String?) -> String? {
    guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
    return String(header.dropFirst("bearer ".count))
  }

  /// Returns the name or address of a host without its port; nil if the text contains anything else.
  private static func name(of host: String) -> String? {
    let host = host.lowercased()
    let isAddress = host.hasPrefix("[")
    let name =
      if isAddress, let end = host.firstIndex(of: "]") { host[...end] } else { host.prefix { $0 != ":" } }
    let marks = isAddress ? "[]:." : "-._"
    let port = host[name.endIndex...]
    guard name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || marks.utf8.contains($0) }),
      port.isEmpty || port.first == ":" && port.dropFirst().utf8.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return String(name)
  }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isASCIILetterOrDigit: Bool { isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
