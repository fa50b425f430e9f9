import FlowConsole
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowJSON
import FlowScreens
import FlowState
import FlowWeb
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

#if Postgres
  import FlowPostgres
#endif

/// Serves a document as pages, works on its runs, and serves a console for them.
struct DocumentServer {
  let document: FlowDocument
  let flow: DurableFlow<Any, JSONValue>
  let options: WebOptions

  /// Serves until the program gets a signal.
  ///
  /// - Throws: A ``Fault``, an error of the store, or one of the network.
  func run() async throws {
    // A reader of the output that is gone must not end the server.
    signal(SIGPIPE, SIG_IGN)
    let assigning = try assigning()
    try checkLanguage()
    let secret = try secret()
    let files = try files()
    let store = try await openStore()
    if options.database == nil { try await reportMisfits(in: store.store) }
    let worker = FlowWorker(store.store, running: [flow], name: "flow-web")
    let (name, base) = (document.identifier, base)
    let router = Router()
    let pages = Pages(flow, worker: worker, at: base)
      .named(name, language: document.languages.first ?? "en")
      .speaking { [document] in document.language(of: $0) }
      .starting(PageText(name))
      .keepingFiles(in: FileFolder(files))
      .assigning { request in try assigning() + language(for: request) }
    (secret.map { pages.keyed(by: $0) } ?? pages).add(to: router)
    router.get("/") { _, _ in Response.redirect(to: base, type: .temporary) }
    var settings = ConsoleSettings()
    settings.port = options.port == 0 ? 0 : options.port + 1
    settings.title = store.title
    let application = Application(serving: router, port: options.port, logger: .quiet("flow-web")) { port in
      try? FileHandle.standardOutput.write(contentsOf: Data("Pages: http://127.0.0.1:\(port)\(base)\n".utf8))
    }
    let console = ConsoleService(store: store.store, flows: [flow], settings: settings)
    let group = ServiceGroup(
      services: [WorkingService(worker), console, application], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: .quiet("flow-web"))
    do { try await group.run() } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  /// Prints which runs of a journal can't continue. One that waits at a page that is gone waits on, and nothing else would show it.
  private func reportMisfits(in store: any FlowStore) async throws {
    let report = try await CompatibilityCheck(store).check(flow)
    guard !report.isFine else { return }
    let text = "Runs that can't continue under the document:\n\(report.printable)\n"
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Returns a closure with the assignments of a new run, which a document with variants needs.
  private func assigning() throws -> @Sendable () throws -> [VariantAssignment] {
    let names = document.variantNames
    if let variant = options.variant, !names.contains(variant) {
      let known = names.isEmpty ? "It has none." : "It has: \(names.joined(separator: ", "))."
      throw Fault(sentence: "The document has no variant '\(variant)'. \(known)", code: Fault.usage)
    }
    guard let experiment = document.variants()?.experiment else { return { [] } }
    let variant = options.variant
    return { [try experiment.assignment(for: UUID().uuidString, override: variant)] }
  }

  /// Refuses a language on the command line that the document hasn't, because all pages would be in another one.
  private func checkLanguage() throws {
    guard let language = options.language, document.language(accepting: language) == nil else { return }
    let known = document.languages.joined(separator: ", ")
    let expected = known.isEmpty ? "Expected a tag, such as 'de'." : "It has: \(known)."
    throw Fault(sentence: "The document has no language '\(language)'. \(expected)", code: Fault.usage)
  }

  /// Returns the assignment with the language of a new run: that of the command line, or the one that fits best for the browser.
  private func language(for request: Request) -> [VariantAssignment] {
    // A document that doesn't declare its languages is in one that nobody knows, and not in whichever a browser asks for.
    let header = document.languages.isEmpty ? nil : request.headers[.acceptLanguage]
    let language = options.language ?? header.flatMap { document.language(accepting: $0) }
    return language.map { [document.reading(in: $0)] } ?? []
  }

  /// The path of the start page: the name of the flow, with hyphens for what an address has not.
  private var base: String {
    "/" + String(document.identifier.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }

  /// Returns the secret of all processes as text; nil if this one has its own.
  private func secret() throws(Fault) -> String? {
    guard let path = options.secret else { return nil }
    let bytes = try KeyFile.bytes(at: path, as: "secret") { (0..<32).map { _ in .random(in: .min ... .max) } }
    return Data(bytes).base64EncodedString()
  }

  /// Returns the path of the folder for files that people send. One that is named is made now, because people could do
  /// nothing about a fault of it.
  private func files() throws(Fault) -> String {
    guard let path = options.files else { return options.journal + ".files" }
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Fault(sentence: "'\(path.printable)' isn't a folder, and can't be made one.", code: Fault.unavailable)
    }
    guard manager.isWritableFile(atPath: path) else {
      throw Fault(sentence: "The folder '\(path.printable)' can't be written.", code: Fault.unavailable)
    }
    return path
  }

  // MARK: Store

  /// A store that is open.
  private struct OpenStore {
    let store: any FlowStore
    let title: String
    let close: @Sendable () async -> Void
  }

  private func openStore() async throws -> OpenStore {
    if let database = options.database { return try await openStore(database: database) }
    let journal = options.journal
    let store = try FileStore(at: journal)
    return OpenStore(
      store: store, title: URL(filePath: journal).lastPathComponent,
      close: { try? await store.close() })
  }

  private func openStore(database: String) async throws -> OpenStore {
    #if Postgres
      var settings = PostgresSettings()
      if let schema = options.schema { settings.schema = schema }
      let store = try await PostgresStore(database, settings: settings)
      // The address can contain a password, so the pages don't show it.
      return OpenStore(
        store: store, title: "PostgreSQL, schema \(settings.schema)", close: { await store.close() })
    #else
      throw Fault(
        sentence: "This program was built without PostgreSQL. Use: swift run --traits Postgres flow-web --postgres URL",
        code: Fault.usage)
    #endif
  }
}
