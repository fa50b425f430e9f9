import DemoServer
import FlowCommandLine
import FlowJSON
import Foundation

/// Routes requests of the profile server.
struct ProfileRoutes: Sendable {
  /// The store of the profile.
  let store: ProfileStore
  /// Called when a damaged store has been set aside.
  let report: @Sendable (StoreNotice) -> Void

  /// Returns the response to a request.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch (request.path, request.method) {
    case ("/profile", "GET"): return reply { () throws(ProfileStoreError) in try load() }
    case ("/profile", _): return refuse(request, allow: "GET")
    case ("/profile/name", "PUT"): return rename(request.body)
    case ("/profile/name", _): return refuse(request, allow: "PUT")
    default:
      let sentence = "Nothing is at \(request.path.quoted): expected '/profile' or '/profile/name'."
      return HTTPResponse(.notFound, error: sentence)
    }
  }

  private func refuse(_ request: HTTPRequest, allow: String) -> HTTPResponse {
    let sentence = "The method \(request.method.quoted) is not allowed at '\(request.path)': expected \(allow)."
    return HTTPResponse(.methodNotAllowed, error: sentence, allow: allow)
  }

  private func rename(_ body: [UInt8]) -> HTTPResponse {
    guard let change = try? JSONValue(parsing: body), case .string(let text)? = change["name"] else {
      return HTTPResponse(.malformed("expected a body such as {\"name\": \"Bo\"}"))
    }
    let name: ProfileName
    do {
      name = try ProfileName(text)
    } catch {
      return HTTPResponse(.unprocessableContent, error: error.description)
    }
    return reply { () throws(ProfileStoreError) in
      var profile = try load()
      profile.name = name.text
      try store.save(profile)
      return profile
    }
  }

  private func reply(_ work: () throws(ProfileStoreError) -> UserProfile) -> HTTPResponse {
    do throws(ProfileStoreError) {
      return HTTPResponse(.ok, json: try work().json)
    } catch {
      return HTTPResponse(.internalServerError, error: error.description)
    }
  }

  private func load() throws(ProfileStoreError) -> UserProfile {
    let (profile, notice) = try store.load()
    if let notice { report(notice) }
    return profile
  }
}
