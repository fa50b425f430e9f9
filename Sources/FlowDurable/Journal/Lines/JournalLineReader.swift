import FlowJSON

/// Reads single lines of a journal.
struct JournalLineReader {
  private let journal: JournalFile
  /// The line that was read last. The records of one append share a line.
  private var latest: (offset: Int, json: JSONValue)?

  init(_ journal: JournalFile) {
    self.journal = journal
  }

  /// Reads records of a run.
  ///
  /// - Parameters:
  ///   - stored: The run.
  ///   - number: The record number after which to begin.
  ///   - limit: The maximum number of records.
  ///   - recent: The records that were read lately, which needn't be read from the file. Those that are read are added.
  /// - Returns: The records.
  /// - Throws: ``StoreError`` if a line is damaged.
  mutating func records(
    of stored: StoredRun<JournalPlace>, after number: Int, limit: Int, besides recent: inout RecentRecords
  ) throws(StoreError) -> [FlowRecord] {
    var records: [FlowRecord] = []
    let run = RunNumber(rawValue: stored.number)
    for (place, position) in zip(Int(stored.firstRecord)..., stored.places) where place > number {
      // While the disk is full, some lines wait to be written.
      guard records.count < limit, isWritten(position) else { break }
      if let known = recent[position], known.number == place {
        records.append(known)
        continue
      }
      let record = try record(at: position, run: run, number: place)
      recent.add(record, at: position)
      records.append(record)
    }
    return records
  }

  /// Reads messages of a run that no record has taken.
  mutating func messages(
    of stored: StoredRun<JournalPlace>, from seen: Int, to last: Int, atMost limit: Int
  ) throws(StoreError) -> [ReceivedMessage] {
    var messages: [ReceivedMessage] = []
    for waiting in stored.messages?.all(after: seen, atMost: limit) ?? [] where waiting.number <= last {
      guard isWritten(waiting.place) else { break }
      let run = RunNumber(rawValue: stored.number)
      messages.append(try message(at: waiting.place, run: run, number: waiting.number))
    }
    return messages
  }

  mutating func record(
    at place: JournalPlace, run: RunNumber, number: Int
  ) throws(StoreError) -> FlowRecord {
    let json = try json(at: place)
    do {
      return try FlowRecord(json: json, number: number)
    } catch {
      throw .invalidRecord(run: run, number: number, error)
    }
  }

  mutating func message(
    at place: JournalPlace, run: RunNumber, number: Int
  ) throws(StoreError) -> ReceivedMessage {
    let element = JSONElement(try json(at: place))
    do {
      let at = StoreTime(milliseconds: try element["at"].integer())
      return ReceivedMessage(number: number, at: at, message: try FlowMessage(element))
    } catch {
      throw .invalidRecord(run: run, number: 0, error)
    }
  }

  /// Reads the object of a record or a message.
  mutating func json(at place: JournalPlace) throws(StoreError) -> JSONValue {
    let json = try line(at: place)
    guard case .array(let records) = json else { return json }
    guard records.indices.contains(Int(place.index)) else { return .null }
    let record = records[Int(place.index)]
    guard case .object(var object) = record, journal.header.isShort, !record.hasTime else { return record }
    object["at"] = records[..<Int(place.index)].last(where: \.hasTime)?["at"]
    return .object(object)
  }

  /// Reads the members of a record or a message.
  mutating func object(at place: JournalPlace) throws(StoreError) -> JSONObject {
    guard case .object(let object) = try json(at: place) else {
      throw .damaged(file: journal.path, offset: place.offset)
    }
    return object
  }

  /// Whether the line of a place was written to the file.
  private func isWritten(_ place: JournalPlace) -> Bool { place.offset + Int(place.length) <= journal.end }

  private mutating func line(at place: JournalPlace) throws(StoreError) -> JSONValue {
    if let latest, latest.offset == place.offset { return latest.json }
    let bytes = try JournalFile.calling(journal.path) { [journal] () throws(FileFailure) in
      try journal.file.read(at: place.offset, count: Int(place.length))
    }
    let json = bytes.dropLast().withUnsafeBytes { text -> JSONValue? in
      guard let line = JournalLine(text, at: place.offset, in: journal.header) else { return nil }
      return try? JSONValue(stored: UnsafeRawBufferPointer(rebasing: text[line.json]))
    }
    guard let json else { throw .damaged(file: journal.path, offset: place.offset) }
    latest = (place.offset, json)
    return json
  }
}
