import FlowScreens
import FlowTerminal
import Foundation

/// Reads what a profile server answered.
enum ProfileAnswer {
  /// The most bytes that are read of an answer.
  static let sizeLimit = 1 << 20

  /// The profile in an answer, or what the answer is instead.
  static func read(status: Int, body: Data) -> Result<UserProfile, ProfileClientError> {
    guard status == 200 else { return .failure(.status(status, sentence: sentence(in: body))) }
    do throws(ProfileShapeError) {
      return .success(try UserProfile(json: body))
    } catch {
      return .failure(.notAProfile(error))
    }
  }

  /// The server's own sentence, if it sent one; cut short, as it comes from a stranger.
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
