import DemoServer
import FlowState

/// The steps that send requests to the server, each with a timeout and retries.
struct ProfileRequests: Sendable {
  let client: ProfileClient
  let screen: ProfileScreen

  /// The time limit of one attempt.
  static let limit = Duration.seconds(2)
  /// The number of attempts.
  static let attempts = 3

  /// Creates the step that fetches the profile.
  func makeDownload() -> FlowStep<Any, UserProfile> {
    let client = client
    return patient(
      FlowStep(Any.self, UserProfile.self, identifier: "Download") { _ in
        begin("Loading…") { client.fetch($0) }
      })
  }

  /// Creates the step that saves a new name, which is its content.
  func makeUpdate() -> FlowStep<String, UserProfile> {
    let client = client
    return patient(
      FlowStep(String.self, UserProfile.self, identifier: "Update") { step in
        let name = step.content ?? ""
        return begin("Saving…") { client.updateName(name, $0) }
      })
  }

  /// Returns the message for a request that failed after all attempts.
  static func sentence(for error: FlowError) -> String {
    switch error.reason {
    case .timedOut(let limit): ServerRequestError.timedOut(limit).description
    case .failed(let cause): "\(cause)"
    case .abandoned, .superseded: error.description
    }
  }

  private func begin<Content>(
    _ text: String,
    _ ask: (@escaping @Sendable (Result<UserProfile, ServerRequestError>) -> Void) -> ProfileRequest
  ) -> FlowStepHandler<Content, UserProfile> {
    let handler = FlowStepHandler<Content, UserProfile>()
    screen.beginWaiting(text)
    let request = ask { reply in
      switch reply {
      case .success(let profile): handler.complete(profile)
      case .failure(.cancelled): break  // The result is no longer needed.
      case .failure(let error): handler.fail(error)
      }
    }
    handler.onCancel { request.cancel() }
    return handler
  }

  /// Repeats a request that times out, with increasing delays. Other errors are reported immediately.
  private func patient<Content>(_ request: FlowStep<Content, UserProfile>) -> FlowStep<Content, UserProfile> {
    request
      .timeout(Self.limit)
      .retry(attempts: Self.attempts, backoff: .exponential(from: .milliseconds(500))) { error in
        if case .timedOut = error.reason { true } else { false }
      }
  }
}
