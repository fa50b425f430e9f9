import FlowState

/// The steps that ask the server, each with the patience that a request gets.
struct ProfileRequests: Sendable {
  let client: ProfileClient
  let screen: ProfileScreen

  /// How long one attempt may take.
  static let limit = Duration.seconds(2)
  /// How often a request that is not answered in time is made.
  static let attempts = 3

  /// Fetches the profile.
  func makeDownload() -> FlowStep<Any, UserProfile> {
    let client = client
    return patient(
      FlowStep(Any.self, UserProfile.self, identifier: "Download") { _ in
        begin("Loading…") { client.fetch($0) }
      })
  }

  /// Saves a new name; the step's content.
  func makeUpdate() -> FlowStep<String, UserProfile> {
    let client = client
    return patient(
      FlowStep(String.self, UserProfile.self, identifier: "Update") { step in
        let name = step.content ?? ""
        return begin("Saving…") { client.updateName(name, $0) }
      })
  }

  /// The sentence for a request that has failed for good.
  static func sentence(for error: FlowError) -> String {
    switch error.reason {
    case .timedOut(let limit): ProfileClientError.timedOut(limit).description
    case .failed(let cause): "\(cause)"
    case .abandoned, .superseded: error.description
    }
  }

  private func begin<Content>(
    _ text: String,
    _ ask: (@escaping @Sendable (Result<UserProfile, ProfileClientError>) -> Void) -> ProfileRequest
  ) -> FlowStepHandler<Content, UserProfile> {
    let handler = FlowStepHandler<Content, UserProfile>()
    screen.beginWaiting(text)
    let request = ask { reply in
      switch reply {
      case .success(let profile): handler.complete(profile)
      case .failure(.cancelled): break  // nobody waits any more
      case .failure(let error): handler.fail(error)
      }
    }
    handler.onCancel { request.cancel() }
    return handler
  }

  /// A request that is silent for too long is made again, less and less soon; any other trouble is told at once.
  private func patient<Content>(_ request: FlowStep<Content, UserProfile>) -> FlowStep<Content, UserProfile> {
    request
      .timeout(Self.limit)
      .retry(attempts: Self.attempts, backoff: .exponential(from: .milliseconds(500))) { error in
        if case .timedOut = error.reason { true } else { false }
      }
  }
}
