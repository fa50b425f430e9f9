import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization
import WebTestSupport

/// A request as a fuzzer makes it.
struct FuzzRequest: Sendable, CustomStringConvertible {
  var method = "GET"
  var path = "/"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  subscript(name: String) -> String? {
    get { headers.first { $0.name == name }?.value }
    set {
      headers.removeAll { $0.name == name }
      if let newValue { headers.append((name, newValue)) }
    }
  }

  var description: String {
    let head = headers.map { "\($0.name): \($0.value.prefix(300).debugDescription)" }.joined(separator: "\n")
    return
      "\(method) \(path.prefix(300).debugDescription)\n\(head)\n\(String(decoding: body.prefix(2_000), as: UTF8.self))"
  }
}

/// A reply to the request of a fuzzer.
struct FuzzReply: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body = ""

  func all(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
}

/// Pages of several kinds, without a server: the requests of a fuzzer are answered in the process.
struct FuzzSite: Sendable {
  static let bases = ["/sign-up", "/rotating", "/several", "/kinds"]

  let store = MemoryStore(timed: WallClock())
  let worker: FlowWorker
  private let responder: any HTTPResponder<Context>

  struct Context: RequestContext {
    struct Source: RequestContextSource { let logger: Logger }
    var coreContext: CoreRequestContextStorage

    init(source: Source) { coreContext = .init(source: source) }
  }

  struct Kinds: Codable, Sendable {
    var count: Int?
    var amount: Decimal?
    var day: FormDate?
    var kind: Plan.Kind?
    var days: [String] = []
    var isOn = false
    var phone: String?
    var text: String?
    var photo: FormFile?
  }

  init(files: String) throws {
    let (signUp, kinds) = (try signUpFlow(), try Self.kinds())
    worker = FlowWorker(store, running: [signUp, kinds])
    let router = Router(context: Context.self)
    Pages(signUp, worker: worker, at: "/sign-up").resumable().add(to: router)
    Pages(signUp, worker: worker, at: "/rotating").rotatingCookie(after: "plan").resumable().add(to: router)
    Pages(signUp, worker: worker, at: "/several").startsSeveral().limited(toBytes: 20_000, fields: 30).trustingProxy()
      .add(to: router)
    Pages(kinds, worker: worker, at: "/kinds").keepingFiles(in: FileFolder(files)).rotatingCookie(after: "kinds")
      .resumable().add(to: router)
    responder = router.buildResponder()
  }

  private static func kinds() throws -> DurableFlow<Any, String> {
    let form = FlowForm(Kinds(), "All kinds") { field in
      field.number("count", \.count, "Count", from: 0, to: 1_000)
      field.money("amount", \.amount, "Amount", currency: "EUR")
      field.date("day", \.day, "Day")
      field.choice("kind", \.kind, "Kind")
      field.choices("days", \.days, "Days", options: [.init("mon", "Monday"), .init("fri", "Friday")])
      field.toggle("isOn", \.isOn, "On")
      field.phone("phone", \.phone, "Phone")
      field.text("text", \.text, "Text", lines: 3)
      field.file("photo", \.photo, "Photo", types: ["image/*"], maximumSize: 1_000)
    }
    let chain = FlowChain("kinds") {
      FlowStepDeclaration.form(form, identifier: "kinds", within: .seconds(3_600))
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    }
    return try DurableFlow(chain, Any.self, String.self) { _ in "done" }
  }

  /// Answers a request.
  func send(_ request: FuzzRequest) async throws -> FuzzReply {
    var fields = HTTPFields()
    for (name, value) in request.headers where name != "host" {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    guard let method = HTTPRequest.Method(request.method) else { return FuzzReply(status: 400) }
    let head = HTTPRequest(
      method: method, scheme: "http", authority: request["host"], path: request.path, headerFields: fields)
    let body = RequestBody(buffer: ByteBuffer(bytes: request.body))
    let quiet = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    do {
      let response = try await responder.respond(
        to: Request(head: head, body: body), context: Context(source: .init(logger: quiet)))
      let text = Collected()
      try await response.body.write(Writer(text: text))
      return FuzzReply(
        status: response.status.code, headers: response.headers.map { ($0.name.canonicalName, $0.value) },
        body: text.bytes.withLock { String(buffer: $0) })
    } catch let error as any HTTPResponseError {
      return FuzzReply(status: error.status.code)
    }
  }

  /// Waits until no run works, and returns what is known of each, by its key.
  func rest() async throws -> [String: RunSummary] {
    for _ in 0..<100_000 {
      let runs = try await store.runs(RunQuery(), after: nil, limit: 10_000)
      if !runs.contains(where: { [.ready, .held].contains($0.state.kind) }) {
        return Dictionary(uniqueKeysWithValues: runs.map { ($0.key ?? "", $0) })
      }
      await Task.yield()
    }
    throw Restless()
  }

  struct Restless: Error {}

  private final class Collected: Sendable { let bytes = Mutex(ByteBuffer()) }

  private struct Writer: ResponseBodyWriter {
    let text: Collected

    mutating func write(_ buffer: ByteBuffer) async throws {
      text.bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
