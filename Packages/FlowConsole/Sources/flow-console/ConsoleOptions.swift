import FlowConsole
import FlowDurable

/// The command line of `flow-console`.
struct ConsoleOptions {
  /// What is wrong with a command line.
  struct Fault: Error {
    let sentence: String
  }

  static let help = """
    Usage: flow-console --journal FILE [--port N] [--address A] [--host NAME] [--read-only]

    Shows the runs of a journal in the browser, while the program that has the journal open goes on. Actions are left for that
    program.

      --journal FILE   The journal.
      --port N         The port; 0 for any that is free. 8484 by default.
      --address A      The address to listen on. 127.0.0.1 by default, so that only this machine reaches the console.
      --host NAME      A further name under which browsers reach the console, for a proxy. Can be repeated.
      --read-only      Offer no actions.
    """

  private(set) var settings = ConsoleSettings()
  private var journal: String?

  /// Reads the words of a command line.
  init(_ words: [String]) throws(Fault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      // A value follows its option, or an equals sign.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      func value() throws(Fault) -> String {
        if parts.count > 1 { return parts[1] }
        guard let value = rest.popFirst() else { throw Fault(sentence: "\(word) needs a value.") }
        return value
      }
      switch parts[0] {
      case "--journal": journal = try value()
      case "--port":
        let text = try value()
        guard let port = Int(text), (0...65_535).contains(port) else {
          throw Fault(sentence: "'\(text)' isn't a port. Expected a number from 0 to 65535.")
        }
        settings.port = port
      case "--address": settings.address = try value()
      case "--host": settings.hosts.insert(try value().lowercased())
      case "--read-only": settings.isReadOnly = true
      default: throw Fault(sentence: "'\(word)' isn't an option.")
      }
    }
    if journal == nil { throw Fault(sentence: "Say which runs to show: --journal FILE.") }
  }

  /// Opens the store that the options name.
  ///
  /// - Returns: The store, and what the pages call it.
  func open() throws(StoreError) -> (any FlowStore, title: String) {
    // A further kind of store is opened here, by an option of its own.
    let journal = journal ?? ""
    let store = try JournalReader(at: journal)
    return (store, String(journal.split(separator: "/").last ?? Substring(journal)))
  }
}
