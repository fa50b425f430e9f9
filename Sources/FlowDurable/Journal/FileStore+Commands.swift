import FlowJSON
import Foundation

extension FileStore {
  /// Takes the commands that other processes have left. Their files are removed when the journal has the commands.
  func takeCommands() throws(StoreError) {
    guard !full.isWaiting else { return }
    let folder = JournalCommands.folder(path)
    let names = (try? system.files(in: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(JournalCommands.ending) && !takenCommands.contains(name) {
      do throws(StoreError) {
        let (run, message) = try JournalCommands.read("\(folder)/\(name)", on: system)
        try take(message, to: run)
        takenCommands.insert(name)
      } catch {
        refuse(name, in: folder, because: error)
      }
    }
    // Commands that changed nothing have no commit to wait for.
    if batch.isEmpty { removeTakenCommands() } else if !takenCommands.isEmpty { wake() }
  }

  /// Takes commands at once, so that a run doesn't have to wait until a worker claims runs.
  func commandsCame() async {
    guard failure == nil else { return }
    // A later claim reports these errors.
    try? takeCommands()
    try? await commit()
  }

  /// Sends the message of a command to a run.
  private func take(_ message: FlowMessage, to run: RunNumber) throws(StoreError) {
    let (delivery, transaction) = try state.deciding(message, to: run, now: time)
    guard let transaction, case .delivered(let number) = delivery else { return }
    try check(message, number, transaction)
    try enqueue(transaction, [])
  }

  /// Reports a command that can't be carried out, and renames its file, unless another attempt may succeed.
  private func refuse(_ name: String, in folder: String, because error: StoreError) {
    // A file that can't be renamed stays in place, and is reported once.
    if refusedCommands.insert(name).inserted { observer(.refused(command: name, reason: "\(error)")) }
    if case .system = error { return }
    guard (try? system.rename("\(folder)/\(name)", to: "\(folder)/\(name).refused")) != nil else { return }
    refusedCommands.remove(name)
  }

  /// Removes the files of the commands that the journal has.
  func removeTakenCommands() {
    for name in takenCommands {
      try? system.remove("\(JournalCommands.folder(path))/\(name)")
    }
    takenCommands = []
  }
}
