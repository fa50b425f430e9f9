import FlowScreens
import FlowTerminal
import Foundation

/// Interprets the responses of a profile server.
enum ProfileAnswer {
  /// The maximum number of bytes to read from a response.
  static let sizeLimit = 1 << 20

  /// Returns the profile in a response, or the error that the response represents.
  static func read(status: Int, body: Data) -> Result<UserProfile, ProfileClientError> {
    guard status == 200 else { return .failure(.status(status, sentence: sentence(in: body))) }
    do throws(ProfileShapeError) {
      return .success(try UserProfile(json: body))
    } catch {
      return .failure(.notAProfile(error))
    }
  }

  /// The server's error message, if it sent one. Shortened, because it comes from outside.
  private static func sentence(in body: Data) -> String? {
    struct Refusal: Decodable {
      let error: String
    }
    guard String(validating: body, as: UTF8.self) != nil,
      let refusal = try? JSONDecoder().decode(Refusal.self, from: body), !refusal.error.isEmpty
    else { return nil }
    return String(String.UnicodeScalarView(refusal.error.unicodeScalars.prefix(500))).printable
  }
}
