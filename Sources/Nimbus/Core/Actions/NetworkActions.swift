import FlowJSON
import FlowScreens
import Foundation

extension NimbusSwiftUILibrary {
  /// Adds `sendRequest` and `openUrl`.
  func addNetworkActions() {
    addAction("sendRequest") { event in try Self.sendRequest(ActionProperties(event)) }
    addAction("openUrl") { event in
      let properties = ActionProperties(event)
      let nimbus = event.scope.nimbus
      let text = try properties.text("url")
      guard let url = URL(strict: nimbus.absoluteURL(text)) else { throw properties.mismatch("url", "a URL") }
      guard let opener = nimbus.configuration.urlOpener else { throw ActionFault("there is no URL opener.") }
      guard opener.open(url) else { throw ActionFault("\(url.absoluteString) could not be opened.") }
    }
  }

  private static func sendRequest(_ properties: ActionProperties) throws {
    let nimbus = properties.event.scope.nimbus
    let request = try properties.request(bodyKeys: ["data", "body"])
    let onSuccess = try properties.event("onSuccess")
    let onError = try properties.event("onError")
    let onFinish = try properties.event("onFinish")
    guard let client = nimbus.configuration.httpClient else { throw ActionFault("there is no HTTP client.") }
    client.send(nimbus.completed(request)) { result in
      switch result {
      case .success(let response) where response.status < 400:
        onSuccess?.run(.object(members(of: response)))
      case .success(let response):
        var members = members(of: response)
        members["message"] = .string("The server answered with status \(response.status).")
        nimbus.faults.error("The request to \(request.url) was answered with status \(response.status).")
        onError?.run(.object(members))
      case .failure(let error):
        nimbus.faults.error("The request to \(request.url) could not be sent: \(error.sentence)")
        onError?.run(["status": 0, "statusText": "Unable to send request", "message": .string("\(error)")])
      }
      onFinish?.run()
    }
  }

  private static func members(of response: NimbusResponse) -> JSONObject {
    // The value has a level more around the body, and one for what is deepest in it.
    let parsed = try? JSONValue(parsing: response.body, maximumDepth: NimbusLimits.valueDepth - 2)
    return [
      "status": .integer(Int64(response.status)), "statusText": .string(response.statusText),
      "data": parsed ?? .string(response.body),
    ]
  }
}
