import FlowJSON

extension ActionProperties {
  /// Returns the request that the properties `url`, `method` and `headers` and a body property describe.
  ///
  /// - Parameter bodyKeys: The properties that may contain the body. The first one that exists is used.
  /// - Returns: The request.
  /// - Throws: An error that names the property with the wrong value.
  func request(bodyKeys: [String]) throws -> NimbusRequest {
    let nimbus = event.scope.nimbus
    var request = NimbusRequest(url: nimbus.absoluteURL(try text("url")))
    if let name = try optionalText("method") {
      guard let method = NimbusRequest.Method.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else { throw mismatch("method", "one of \"Get\", \"Post\", \"Put\", \"Patch\" and \"Delete\"") }
      request.method = method
    }
    for (name, value) in try map("headers") { request.headers[name] = value.canonicalText }
    for key in bodyKeys where request.body == nil {
      let body = try json(key)
      guard body != .null else { continue }
      let work = nimbus.updates.work
      guard !work.isUsedUp, work.spend(body.measured.size) else {
        throw ActionFault(WorkBudget.excess + ".")
      }
      request.body = body.jsonText
    }
    let hasType = request.headers.keys.contains { $0.lowercased() == "content-type" }
    if request.body != nil, !hasType { request.headers["Content-Type"] = "application/json" }
    return request
  }
}

extension NimbusInstance {
  /// Returns the URL to which a request is sent.
  func absoluteURL(_ url: String) -> String {
    if let build = configuration.urlBuilder { return build(url) }
    guard url.hasPrefix("/") else { return url }
    let base = configuration.baseURL
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + url
  }

  /// Returns a request with the default header fields added. The case of field names is ignored.
  func completed(_ request: NimbusRequest) -> NimbusRequest {
    guard !configuration.defaultHeaders.isEmpty else { return request }
    var request = request
    let names = Set(request.headers.keys.map { $0.lowercased() })
    for (name, value) in configuration.defaultHeaders where !names.contains(name.lowercased()) {
      request.headers[name] = value
    }
    return request
  }
}
