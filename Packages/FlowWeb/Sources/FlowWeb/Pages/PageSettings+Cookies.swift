import Foundation

/// The names and the headers of cookies.
extension PageSettings {
  /// The cookies of a browser.
  enum Cookie: String, Sendable {
    /// The cookie with which a journey begins.
    case start
    /// The cookie of a journey.
    case journey
  }

  /// Returns the name of a cookie. Two flows on one server have two.
  ///
  /// With TLS, its prefix keeps browsers from taking it from another host, or from a page without TLS.
  func cookieName(_ cookie: Cookie, for request: PageRequest) -> String {
    let name = cookie.rawValue + cookieEnd
    guard isSecure(request) else { return name }
    return (isOfOnePath(cookie) ? "__Secure-" : "__Host-") + name
  }

  /// Returns the header that sets the cookie of a journey.
  func header(_ cookie: JourneyCookie, for request: PageRequest) -> String {
    let path = startsSeveral ? "\(base)/\(cookie.journey)" : nil
    return header(.journey, cookie.text, path, cookieAge, request)
  }

  /// Returns the header that sets the cookie of the start, or that removes it.
  func startHeader(_ secret: JourneySecret?, for request: PageRequest) -> String {
    header(.start, secret?.text ?? "", nil, secret == nil ? 0 : nil, request)
  }

  private func header(
    _ cookie: Cookie, _ text: String, _ path: String?, _ age: Int64?, _ request: PageRequest
  ) -> String {
    let isSecure = isSecure(request)
    // A cookie for one host is for all of its paths.
    let path = path ?? (isSecure || base.isEmpty ? "/" : base)
    let name = cookieName(cookie, for: request)
    return "\(name)=\(text); Path=\(path); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
      + (age.map { "; Max-Age=\($0)" } ?? "")
  }

  /// Whether each journey has a cookie of its own, which is sent to its pages alone.
  private func isOfOnePath(_ cookie: Cookie) -> Bool { cookie == .journey && startsSeveral }

  // MARK: Proxies

  /// Whether browsers send the cookies with TLS only.
  func isSecure(_ request: PageRequest) -> Bool { isSecure ?? request.isEncrypted ?? !request.isLocal }

  /// Returns a request as the browser has sent it, although a proxy has passed it on.
  func seen(_ request: PageRequest) -> PageRequest {
    var request = request
    if let origin {
      request.host = origin.host
      request.isEncrypted = origin.isEncrypted
    } else if trustsProxy {
      // The nearest proxy has added the last value. Clients can send others before it.
      func last(_ name: String) -> String? {
        request.headers[name]?.split(separator: ",").last.map { String($0.filter { !$0.isWhitespace }) }
      }
      if let host = last("x-forwarded-host"), !host.isEmpty { request.host = host }
      if let scheme = last("x-forwarded-proto") { request.isEncrypted = scheme.lowercased() == "https" }
    }
    return request
  }
}

/// The origin of pages: a scheme, a host, and perhaps a port.
struct PageOrigin: Sendable, Equatable {
  let host: String
  let isEncrypted: Bool

  /// Reads an origin; nil if a text isn't one.
  init?(_ text: String) {
    let parts = text.components(separatedBy: "://")
    guard parts.count == 2, ["http", "https"].contains(parts[0]), !parts[1].isEmpty,
      parts[1].utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789.-:[]".utf8.contains($0) })
    else { return nil }
    host = parts[1]
    isEncrypted = parts[0] == "https"
  }
}
