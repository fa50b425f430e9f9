import WebServing

/// Decides which posted forms are read, before their bodies are.
enum PageGate {
  /// Checks that the texts of a request's head can be compared with others soon.
  ///
  /// - Throws: ``PageFault/malformed`` if one has too many combining marks in a row.
  static func checkTexts(_ request: PageRequest) throws(PageFault) {
    let isSlow =
      request.path.isTooSlowToCompare || request.host?.isTooSlowToCompare == true
      || request.headers.values.contains(where: \.isTooSlowToCompare)
      || request.parts?.contains(where: \.isTooSlowToCompare) == true
    if isSlow { throw .malformed }
  }

  /// Checks where a form comes from.
  ///
  /// Browsers say so with `Sec-Fetch-Site`, and older ones with `Origin`. A client that says nothing is no browser with
  /// the cookies of a person, and the token of the form stops it.
  ///
  /// - Throws: A ``PageFault`` if another site has sent the form.
  static func checkOrigin(_ request: PageRequest) throws(PageFault) {
    if let site = request.headers["sec-fetch-site"] {
      // A person who loads a page again sends its form from no site.
      guard site == "same-origin" || site == "none" else { throw .foreignForm }
    } else if let origin = request.headers["origin"] {
      let host = request.host ?? ""
      guard !host.isEmpty, origin == "http://\(host)" || origin == "https://\(host)" else { throw .foreignForm }
    }
  }

  /// The media type of forms without files.
  static let urlEncoded = "application/x-www-form-urlencoded"

  /// Returns the media type of a form, before its body is read.
  ///
  /// - Throws: ``PageFault/foreignForm`` if the form is one of another origin, and ``PageFault/unsupported`` if the body isn't sent as it
  ///   is. A compressed one could be any size.
  static func mediaType(ofForm request: PageRequest) throws(PageFault) -> String {
    try checkOrigin(request)
    guard ["", "identity"].contains(request.headers["content-encoding", default: ""].lowercased()) else {
      throw .unsupported
    }
    return (request.headers["content-type"] ?? "").split(separator: ";").first.map { $0.lowercased() } ?? ""
  }

  /// Checks that the length that a client announces is within a limit.
  static func checkLength(_ request: PageRequest, limit: Int) throws(PageFault) {
    guard let length = request.headers["content-length"] else { return }
    guard let bytes = Int(length), bytes <= limit else { throw .tooLarge }
  }
}
