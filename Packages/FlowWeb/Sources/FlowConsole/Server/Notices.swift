import FlowMarkup
import Synchronization
import WebServing

/// The outcomes of the latest actions, so that a page can show an outcome after it was loaded again, and a form that is sent
/// twice acts once.
final class Notices: Sendable {
  private typealias Outcome = Task<String, any Error>

  private let outcomes = Mutex<[(form: String, request: Int, outcome: Outcome)]>([])

  /// Performs the action of a form, unless the same form was sent before. A form with the same number and other fields isn't the
  /// same, as when a person goes back to the page and sends something else.
  ///
  /// - Parameters:
  ///   - form: The number of the form.
  ///   - request: The request that has sent it.
  ///   - action: The action. It continues if the client goes away, and returns its outcome as a sentence.
  /// - Throws: The error of the action. Then the form can be sent again.
  func add(
    _ form: String, of request: ConsoleRequest, _ action: @escaping @Sendable () async throws -> String
  ) async throws {
    // A body can be long.
    let request = [request.path, request.body].hashValue
    let outcome = outcomes.withLock { outcomes in
      if let place = outcomes.firstIndex(where: { $0.form == form && $0.request == request }) {
        // The latest one of a number is shown.
        let known = outcomes.remove(at: place)
        outcomes.append(known)
        return known.outcome
      }
      let outcome = Task { try await action() }
      outcomes.append((form, request, outcome))
      if outcomes.count > 100 { outcomes.removeFirst() }
      return outcome
    }
    do { _ = try await outcome.value } catch {
      outcomes.withLock { $0.removeAll { $0.outcome == outcome } }
      throw error
    }
  }

  /// Returns the latest outcome of a form; nil if it isn't known.
  func sentence(_ form: String) async -> String? {
    try? await outcomes.withLock { $0.last { $0.form == form }?.outcome }?.value
  }
}

extension FormFields {
  /// The random number of a form that acts.
  var form: String? { text("form").flatMap { $0.utf8.count <= 64 ? $0 : nil } }

  /// The hidden input with the number of a form, which stays the same while the form is refused.
  var formInput: Markup { "<input type=\"hidden\" name=\"form\" value=\"\(form ?? RandomToken.make())\">" }
}
