import FlowConsole
import FlowDurable

#if Postgres
  import FlowPostgres
#endif

/// The command line of `flow-console`.
struct ConsoleOptions {
  /// A problem with a command line.
  struct Fault: Error {
    let sentence: String
  }

  static let help = """
    Usage: flow-console --journal FILE | --postgres URL [--schema NAME] [--port N] [--address A] [--host NAME] [--read-only]

    Shows the runs of a store in the browser, while the programs that work on them continue. Actions are left for these programs.

      --journal FILE   The journal of a FileStore.
      --postgres URL   The database of a PostgresStore. Needs 'swift run --traits Postgres flow-console'.
      --schema NAME    The schema in the database; flowstate by default.
      --port N         The port; 0 for any that is free. 8484 by default.
      --address A      The address to listen on. 127.0.0.1 by default, so that only this machine reaches the console.
      --host NAME      A further name under which browsers reach the console, for a proxy. Can be repeated.
      --read-only      Offer no actions.
    """

  private(set) var settings = ConsoleSettings()
  private var journal: String?
  private var database: String?
  private var schema: String?

  /// Reads the words of a command line.
  init(_ words: [String]) throws(Fault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      // A value follows its option as the next word, or after an equals sign.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      func value() throws(Fault) -> String {
        if parts.count > 1 { return parts[1] }
        guard let value = rest.popFirst() else { throw Fault(sentence: "\(word) needs a value.") }
        return value
      }
      switch parts[0] {
      case "--journal": journal = try value()
      case "--postgres": database = try value()
      case "--schema": schema = try value()
      case "--port":
        let text = try value()
        guard let port = Int(text), (0...65_535).contains(port) else {
          throw Fault(sentence: "'\(text)' isn't a port. Expected a number from 0 to 65535.")
        }
        settings.port = port
      case "--address": settings.address = try value()
      case "--host": settings.hosts.insert(try value())
      case "--read-only": settings.isReadOnly = true
      default: throw Fault(sentence: "'\(word)' isn't an option.")
      }
    }
    guard (journal == nil) != (database == nil) else {
      throw Fault(sentence: "Say which runs to show: --journal FILE, or --postgres URL.")
    }
    if schema != nil, database == nil { throw Fault(sentence: "--schema belongs to --postgres.") }
  }

  /// Opens the store that the options name.
  ///
  /// - Returns: The store, and its title for the pages.
  /// - Throws: A ``Fault``, a `StoreError`, or an error of the database.
  func open() async throws -> (any FlowStore, title: String) {
    if let database { return try await open(database: database) }
    let journal = journal ?? ""
    let store = try JournalReader(at: journal)
    return (store, String(journal.split(separator: "/").last ?? Substring(journal)))
  }

  private func open(database: String) async throws -> (any FlowStore, title: String) {
    #if Postgres
      var settings = PostgresSettings()
      if let schema { settings.schema = schema }
      // The programs that work on the runs decide how long they are kept.
      settings.keepEnded = nil
      // The address can contain a password, so the pages don't show it.
      return (try await PostgresStore(database, settings: settings), "PostgreSQL, schema \(settings.schema)")
    #else
      throw Fault(
        sentence:
          "This program was built without PostgreSQL. Use: swift run --traits Postgres flow-console --postgres URL")
    #endif
  }
}
