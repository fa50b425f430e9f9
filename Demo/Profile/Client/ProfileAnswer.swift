import FlowJSON
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
    guard let refusal = try? JSONValue(parsing: body), case .string(let error)? = refusal["error"], !error.isEmpty
    else { return nil }
    return String(String.UnicodeScalarView(error.unicodeScalars.prefix(500))).printable
  }
}
