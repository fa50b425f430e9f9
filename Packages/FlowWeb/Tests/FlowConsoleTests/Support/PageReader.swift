import FlowDurable
import FlowStateTesting

@testable import FlowConsole

/// The pages of a store without a server.
struct PageReader: Sendable {
  let router: ConsoleRouter

  /// A page waits for its numbers for as long as a test waits.
  static let patience = Duration.seconds(40)

  init(
    _ store: any FlowStore, flows: [any AnyDurableFlow] = [], isReadOnly: Bool = false,
    patience: Duration = PageReader.patience
  ) {
    router = ConsoleRouter(
      stored: StoredRuns(store, flows: flows, patience: patience), watched: nil,
      gate: ConsoleGate(token: "t0ken", hosts: ["localhost"], port: 1), subject: "shop", isReadOnly: isReadOnly)
  }

  private func reply(_ method: String, _ path: String, _ body: String = "") async -> ConsoleReply {
    let pieces = path.split(separator: "?", maxSplits: 1).map(String.init)
    let headers = ["authorization": "Bearer t0ken", "origin": "http://localhost"]
    return await router.reply(
      to: ConsoleRequest(
        method: method, path: pieces[0], query: pieces.count > 1 ? pieces[1] : "", host: "localhost", headers: headers,
        body: body))
  }

  /// Returns the status and the text of a page.
  func get(_ path: String) async -> (status: Int, text: String) {
    let reply = await reply("GET", path)
    if case .text(let text) = reply.body { return (reply.status, text) }
    return (reply.status, "")
  }

  /// Sends a form, and returns the page to which the reply leads, or the page with the fault.
  func post(_ path: String, _ body: String) async -> (status: Int, text: String) {
    let reply = await reply("POST", path, body)
    if let next = reply.headers.first(where: { $0.name == "location" })?.value { return await get(next) }
    if case .text(let text) = reply.body { return (reply.status, text) }
    return (reply.status, "")
  }

  /// Returns the keys of the runs that the table of a page lists.
  func keys(_ path: String) async -> [String] {
    let table = await get(path).text.split(separator: "<tbody>").last ?? ""
    return table.matches(of: #/<th scope="row"><a[^>]*><bdi>([^<]*)</bdi>/#).map { String($0.1) }
  }
}
