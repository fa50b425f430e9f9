import FlowForms

/// The limits of posted forms.
extension PageSettings {
  /// Returns the maximum size of a form without its files in bytes, and the maximum number of its fields. Unless the program has set
  /// them, they admit each answer that the form takes.
  ///
  /// - Parameter outline: The form; nil for one of the pages themselves.
  /// - Returns: The limits.
  func limits(of outline: FormOutline?) -> (bytes: Int, fields: Int) {
    // For what else a page posts.
    var (bytes, count) = (1 << 16, 100)
    for field in outline?.fields ?? [] {
      switch field.kind {
      case .choice(let options), .choices(let options, _, _):
        bytes += options.reduce(0) { $0 + 3 * (field.name.utf8.count + $1.value.utf8.count) + 2 }
        count += options.count + 1
      case .text, .email, .phone, .password, .number, .money, .date, .toggle, .file:
        // A form takes up to 40 bytes for each character, and each byte has three when it is encoded.
        bytes += 120 * min(field.limit ?? 1_000, 1 << 20) + 4_096
        count += 4
      }
    }
    return (largestForm ?? min(max(1 << 20, bytes), 16 << 20), mostFields ?? max(1_000, count))
  }

  /// Reads the fields of a form without files.
  func urlEncodedFields(
    _ request: PageRequest, _ body: (_ limit: Int) async throws -> [UInt8], for outline: FormOutline? = nil
  ) async throws -> PostedFields {
    let limits = limits(of: outline)
    try PageGate.checkLength(request, limit: limits.bytes)
    return try PostedFields(urlEncoded: try await body(limits.bytes), most: limits.fields)
  }
}
