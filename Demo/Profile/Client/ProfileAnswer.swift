import DemoServer

/// Interprets the replies of a profile server.
enum ProfileAnswer {
  /// Returns the profile in a reply, or the error that the reply represents.
  static func read(_ reply: HTTPReply) -> Result<UserProfile, ServerRequestError> {
    if let refusal = reply.refusal { return .failure(refusal) }
    do throws(ProfileShapeError) {
      return .success(try UserProfile(json: reply.body))
    } catch {
      return .failure(.mismatch(expected: "a profile", reason: "\(error)"))
    }
  }
}
