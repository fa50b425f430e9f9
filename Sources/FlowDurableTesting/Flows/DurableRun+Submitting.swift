import FlowDurable

extension DurableRun {
  /// Answers a visit as a person does, and says whether the store took the answer.
  func submit(_ submission: CrashSubmission) async throws -> MessageDelivery {
    let body = try submission.body()
    let token = VisitToken(run: number, step: submission.step, number: submission.visit)
    // An answer that the step has refused isn't lost. The person sees the problems, and answers otherwise.
    if case .page(let visit) = try await rest(within: .zero), visit.token == token, visit.refused?.value == body {
      return .duplicate
    }
    do {
      return try await submit(
        submission.name, body, at: token, changing: submission.isChange,
        keepingLater: submission.keepsLater, within: .zero
      ).delivery
    } catch DurableRunError.visitPassed {
      return .tooLate
    } catch DurableRunError.finalStep {
      return .tooLate
    }
  }
}
