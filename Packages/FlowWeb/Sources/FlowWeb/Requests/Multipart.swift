import Foundation
import WebServing

/// Bodies of the type `multipart/form-data`, as RFC 7578 and browsers have them.
enum Multipart {
  /// Returns the boundary that a content type names; nil if it names none that RFC 2046 allows.
  static func boundary(_ type: String) -> [UInt8]? {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimming == "boundary" else { continue }
      var value = parts[1].trimming
      if value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count >= 2 {
        value = String(value.dropFirst().dropLast())
      }
      return 1...70 ~= value.utf8.count ? Array(value.utf8) : nil
    }
    return nil
  }

  /// Reads a body.
  ///
  /// - Throws: A ``PageFault`` if the body isn't complete, a text isn't UTF-8 or takes too long to compare, or there are
  ///   too many parts.
  static func fields(_ body: [UInt8], boundary: [UInt8], most: Int) throws(PageFault) -> PostedFields {
    let line: [UInt8] = [13, 10]
    let mark = Array("--".utf8) + boundary
    guard body.starts(with: mark) else { throw .malformed }
    var pairs: [(String, String)] = []
    var files: [(name: String, file: PostedFields.PostedFile)] = []
    var rest = body[mark.count...]
    while !rest.starts(with: Array("--".utf8)) {
      guard rest.starts(with: line), pairs.count + files.count < most else {
        throw rest.starts(with: line) ? .tooLarge : .malformed
      }
      rest = rest.dropFirst(2)
      guard let head = rest.place(of: line + line, within: 8_192) else { throw .malformed }
      let lines = rest[rest.startIndex..<head].split(separator: 10)
      rest = rest[(head + 4)...]
      guard let end = rest.place(of: line + mark, within: .max) else { throw .malformed }
      let bytes = Array(rest[rest.startIndex..<end])
      rest = rest[(end + line.count + mark.count)...]
      var headers: [String: String] = [:]
      for line in lines {
        guard let text = String(validating: line, as: UTF8.self), !text.isTooSlowToCompare else { throw .malformed }
        let parts = text.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { headers[parts[0].trimming.lowercased()] = parts[1].trimming }
      }
      let disposition = headers["content-disposition"] ?? ""
      guard let name = parameter("name", of: disposition) else { throw .malformed }
      try PostedFields.check(name)
      if let file = parameter("filename", of: disposition) {
        let type = headers["content-type"] ?? "application/octet-stream"
        files.append((name, PostedFields.PostedFile(name: file, mediaType: String(type.prefix(127)), bytes: bytes)))
      } else {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        try PostedFields.check(name, text)
        pairs.append((name, text))
      }
    }
    return PostedFields(pairs, files: files)
  }

  /// Returns a quoted parameter of a header. Browsers encode quotes in it as `%22`.
  private static func parameter(_ name: String, of header: String) -> String? {
    // Bytes are compared, because a text that begins with a combining mark changes the quote before it.
    let (bytes, mark) = (Array(header.utf8)[...], Array("; \(name)=\"".utf8))
    guard let start = bytes.place(of: mark, within: .max) else { return nil }
    let text = bytes[(start + mark.count)...]
    guard let end = text.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    return String(decoding: text[..<end], as: UTF8.self).replacingOccurrences(of: "%22", with: "\"")
      .filter { !$0.isNewline }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the first place of bytes.
  fileprivate func place(of bytes: [UInt8], within limit: Int) -> Int? {
    let last = Swift.min(endIndex - bytes.count, limit == .max ? .max : startIndex + limit)
    var index = startIndex
    while index <= last {
      guard let next = self[index..<endIndex].firstIndex(of: bytes[0]), next <= last else { return nil }
      if self[next..<next + bytes.count].elementsEqual(bytes) { return next }
      index = next + 1
    }
    return nil
  }
}

extension StringProtocol {
  /// The text without white space around it.
  fileprivate var trimming: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
