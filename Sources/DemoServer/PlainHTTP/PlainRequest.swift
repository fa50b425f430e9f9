import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as HTTP/1.1 bytes, and its destination.
struct PlainRequest: Equatable, Sendable {
  /// The host's name or address, without IPv6 brackets.
  let host: String
  /// The port.
  let port: Int
  /// The whole message.
  let bytes: [UInt8]

  /// Creates a request to an `http:` address. Returns nil if the address has no host.
  init?(_ request: URLRequest) {
    guard let url = request.url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let written = components.percentEncodedHost, !written.isEmpty
    else { return nil }
    host = written.hasPrefix("[") ? String(written.dropFirst().dropLast()) : written
    port = components.port ?? 80
    let name = host.contains(":") ? "[\(host)]" : host
    let path = components.percentEncodedPath
    let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
    let body = request.httpBody ?? Data()
    var lines = [
      "\(request.httpMethod ?? "GET") \(path.hasPrefix("/") ? path : "/" + path)\(query) HTTP/1.1",
      "Host: \(components.port == nil ? name : "\(name):\(port)")",
      "Connection: close",
    ]
    if request.httpBody != nil { lines.append("Content-Length: \(body.count)") }
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key })
    where !["host", "connection", "content-length", "transfer-encoding"].contains(name.lowercased()) {
      lines.append("\(name): \(value)")
    }
    bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
