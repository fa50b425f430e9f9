/// The command line of `flow-web`.
struct WebOptions {
  /// The task of the program.
  enum Work {
    case serve
    /// Checks the document, and the runs of a journal, if one is named.
    case check(against: String?)
  }

  static let help = """
    Usage: flow-web FILE [--journal FILE | --postgres URL [--schema NAME]] [--key FILE] [--secret FILE] [--files FOLDER]
                         [--port N] [--variant NAME] [--language TAG]
           flow-web --check FILE [--against JOURNAL [--key FILE]]

    Serves a flow document as pages in a browser, and a console for its runs.

      --journal FILE      The journal of the runs; by default, a file beside the document, whose name ends with '.journal'.
      --postgres URL      The database of the runs. Needs 'swift run --traits Postgres flow-web'.
      --schema NAME       The schema in the database; flowstate by default.
      --key FILE          Seal the values of the runs with the key of this file, which is made if it isn't there. A document that asks
                          for a password needs it. Whoever has the file can read the values, and without it, the runs can't continue.
      --secret FILE       The secret of all processes that serve the document, in a file that is made if it isn't there. By
                          default, each process has one of its own, and two tabs that start at once can begin two runs.
      --files FOLDER      The folder for files that people send, which all processes share; by default, one beside the journal, or
                          where the journal would be.
      --port N            The port of the pages, 8080 by default; 0 for any that is free. The console has the next one.
      --variant NAME      Start all runs with this variant of the document. By default, it is drawn.
      --language TAG      Start all runs in this language, such as 'de'. By default, the browser chooses one of the document's languages.
      --check             Only check the document, and print every problem.
      --against JOURNAL   Print which runs of a journal can't continue under the document, and why.
      --help              Show this help and end.

    A document can use the steps 'say' (a text for the output of the program), 'wait' (seconds) and 'fail' (a text), and await 'message' (a
    text), which the console sends.
    """

  private(set) var path = ""
  private(set) var port = 8_080
  private(set) var variant: String?
  private(set) var language: String?
  private(set) var key: String?
  private(set) var secret: String?
  private(set) var files: String?
  private(set) var database: String?
  private(set) var schema: String?
  private(set) var work = Work.serve
  private var namedJournal: String?

  /// The path of the journal.
  var journal: String {
    if let namedJournal { return namedJournal }
    return (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + ".journal"
  }

  /// Reads the words of a command line.
  init(_ words: [String]) throws(Fault) {
    var rest = words[...]
    var paths: [String] = []
    var isCheck = false
    var other: String?
    while let word = rest.popFirst() {
      // A value follows its option as the next word, or after an equals sign.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      func value() throws(Fault) -> String {
        if parts.count > 1 { return parts[1] }
        guard let value = rest.popFirst() else { throw Self.fault("\(word) needs a value.") }
        return value
      }
      guard word.hasPrefix("--") else {
        paths.append(word)
        continue
      }
      switch parts[0] {
      case "--journal": namedJournal = try value()
      case "--postgres": database = try value()
      case "--schema": schema = try value()
      case "--variant": variant = try value()
      case "--key": key = try value()
      case "--secret": secret = try value()
      case "--files": files = try value()
      case "--language": language = try value()
      case "--against": other = try value()
      case "--port":
        let text = try value()
        guard let port = Int(text), (0...65_534).contains(port) else {
          throw Self.fault("'\(text)' isn't a port. Expected a number from 0 to 65534.")
        }
        self.port = port
      case "--check" where parts.count == 1: isCheck = true
      default: throw Self.fault("'\(word)' isn't an option.")
      }
    }
    guard paths.count == 1, let path = paths.first else {
      throw Self.fault(paths.isEmpty ? "Name the document to serve." : "'\(paths[1])' is a second document. Name one.")
    }
    self.path = path
    if isCheck { work = .check(against: other) }
    if other != nil, !isCheck { throw Self.fault("--against belongs to --check.") }
    if namedJournal != nil, database != nil { throw Self.fault("Name a journal or a database, and not both.") }
    if schema != nil, database == nil { throw Self.fault("--schema belongs to --postgres.") }
  }

  private static func fault(_ sentence: String) -> Fault {
    Fault(sentence: "\(sentence)\n'flow-web --help' shows what is possible.", code: Fault.usage)
  }
}
