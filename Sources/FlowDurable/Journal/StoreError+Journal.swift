/// The errors of a journal, with their sentences.
extension StoreError {
  /// The file isn't a journal.
  static func notAJournal(file: String) -> StoreError {
    .unsupported(Details("'\(file)' is not a journal: it doesn't begin with 'FlowState journal'.", store: file))
  }

  /// The journal was written by a newer version of the library.
  static func newerVersion(file: String, version: String) -> StoreError {
    let library = "version \(JournalHeader.version) of this library"
    let sentence = "'\(file)' is a journal of version \(version), which is newer than \(library)."
    return .unsupported(Details(sentence, store: file))
  }

  /// The journal is damaged at an offset: it once had other bytes there.
  static func damaged(file: String, offset: Int) -> StoreError {
    let sentence =
      "'\(file)' is damaged at byte \(offset): the disk has lost or changed what it once had. "
      + "Restore a copy, or save what is whole with FileStore.salvage(at:)."
    return .damaged(Details(sentence, store: file, offset: offset))
  }

  /// A line of the journal is complete, but its content is invalid.
  static func invalidLine(file: String, line: Int, reason: String) -> StoreError {
    .damaged(Details("Line \(line) of '\(file)' can't be used. \(reason)", store: file, line: line))
  }

  /// A file that another process has left for the journal isn't a command.
  static func invalidCommand(file: String, reason: String) -> StoreError {
    .refused(Details("'\(file)' isn't a command. \(reason)", store: file))
  }

  /// Another process has the journal open.
  static func locked(file: String, by owner: String) -> StoreError {
    .inUse(Details("'\(file)' is in use by \(owner).", store: file))
  }

  /// The system refused to do something with a file.
  static func system(file: String, action: String, reason: String) -> StoreError {
    .unavailable(Details("Can't \(action) '\(file)': \(reason).", store: file))
  }

  /// The system couldn't report whether the latest changes are kept.
  static func broken(file: String, reason: String) -> StoreError {
    let sentence = "'\(file)' was closed, because the disk may not have kept the latest changes: \(reason)."
    return .broken(Details(sentence, store: file))
  }
}
