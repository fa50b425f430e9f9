import FlowJSON
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
  /// Creates a profile from JSON. Throws a description of the found value if it is not a profile.
  init(json data: Data) throws(ProfileShapeError) {
    guard !data.isEmpty else { throw ProfileShapeError(found: "nothing") }
    guard String(validating: data, as: UTF8.self) != nil else {
      throw ProfileShapeError(found: "bytes that are not UTF-8")
    }
    guard let value = try? JSONValue(parsing: data) else {
      throw ProfileShapeError(found: "something that is not JSON")
    }
    guard case .object(let members) = value else { throw ProfileShapeError(found: "no object") }
    self.init(name: try Self.text("name", in: members), bio: try Self.text("bio", in: members))
  }

  private static func text(_ key: String, in members: JSONObject) throws(ProfileShapeError) -> String {
    switch members[key] {
    case .string(let text)?: return text
    case nil: throw ProfileShapeError(found: "no '\(key)'")
    default: throw ProfileShapeError(found: "something else than a text at '\(key)'")
    }
  }

  /// The profile as JSON with a fixed order of keys and a line break at the end, for files and responses.
  var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + Data("\n".utf8)
    } catch {
      fatalError("A profile holds two texts, which JSON can always hold: \(error)")
    }
  }
}
