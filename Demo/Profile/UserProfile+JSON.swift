import Foundation

/// The reason why data is not a profile.
struct ProfileShapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value that was found, as the end of a sentence.
  let found: String

  var description: String {
    "expected a JSON object with the texts 'name' and 'bio', found \(found)"
  }
}

extension UserProfile {
  /// Creates a profile from JSON. Throws a description of what was found instead.
  init(json data: Data) throws(ProfileShapeError) {
    guard !data.isEmpty else { throw ProfileShapeError(found: "nothing") }
    // Checked first, because Foundation detects other encodings if the bytes are not UTF-8.
    guard String(validating: data, as: UTF8.self) != nil else {
      throw ProfileShapeError(found: "bytes that are not UTF-8")
    }
    do {
      self = try JSONDecoder().decode(UserProfile.self, from: data)
    } catch let error as DecodingError {
      throw ProfileShapeError(found: Self.found(by: error))
    } catch {
      throw ProfileShapeError(found: "something else")
    }
  }

  /// The profile as JSON with a fixed order of keys and a line break at the end, for files and responses.
  var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + Data("\n".utf8)
    } catch {
      preconditionFailure("A profile holds two texts, which JSON can always hold: \(error)")
    }
  }

  private static func found(by error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "no '\(key.stringValue)'"
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      context.codingPath.last.map { "something else than a text at '\($0.stringValue)'" } ?? "no object"
    case .dataCorrupted: "something that is not JSON"
    @unknown default: "something else"
    }
  }
}
