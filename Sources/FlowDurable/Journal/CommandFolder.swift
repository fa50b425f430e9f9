/// The folder beside a journal from which the store takes commands, with the names of those that it has handled.
struct CommandFolder: Sendable {
  private let path: String
  private let system: any FileSystem
  /// The commands that were taken. Their files are removed when the journal has them.
  private var taken: Set<String> = []
  /// The commands that can't be carried out, with the errors. Their files are renamed when the journal has the reason, such as
  /// the end of a run.
  private var refused: [String: StoreError] = [:]
  /// The refused commands that were reported, and whose files are still in place.
  private var reported: Set<String> = []

  init(of journal: String, on system: any FileSystem) {
    path = JournalCommands.folder(journal)
    self.system = system
  }

  var hasTaken: Bool { !taken.isEmpty }

  /// The names of the commands that wait, in order.
  var waiting: [String] {
    let names = (try? system.files(in: path)) ?? []
    return names.sorted().filter { name in
      name.hasSuffix(JournalCommands.ending) && !taken.contains(name) && refused[name] == nil
    }
  }

  func read(_ name: String) throws(StoreError) -> (RunNumber, FlowMessage) {
    try JournalCommands.read("\(path)/\(name)", on: system)
  }

  mutating func take(_ name: String) {
    taken.insert(name)
  }

  mutating func refuse(_ name: String, because error: StoreError) {
    refused[name] = error
  }

  /// Removes the files of the commands that were taken. Renames those of refused commands, unless another attempt may succeed.
  ///
  /// - Parameter observer: Receives the commands that are refused for the first time. A file that can't be renamed stays in place.
  mutating func finish(reportingTo observer: (JournalEvent) -> Void) {
    for name in taken { try? system.remove("\(path)/\(name)") }
    taken = []
    for (name, error) in refused.sorted(by: { $0.key < $1.key }) {
      if reported.insert(name).inserted { observer(.refused(command: name, reason: "\(error)")) }
      if error.isTemporary { continue }
      if (try? system.rename("\(path)/\(name)", to: "\(path)/\(name).refused")) != nil { reported.remove(name) }
    }
    refused = [:]
  }

  /// Watches the folder. Returns nil where the system can't.
  func watch() -> CommandWatch? { CommandWatch(path, on: system) }
}

/// The watch for commands, as long as the store is open.
struct CommandWatch: Sendable {
  /// Changes of the folder.
  let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let object: any Sendable

  fileprivate init?(_ folder: String, on system: any FileSystem) {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard let object = system.watch(folder, { continuation.yield() }) else { return nil }
    self.changes = changes
    self.continuation = continuation
    self.object = object
  }

  func end() {
    continuation.finish()
  }
}
