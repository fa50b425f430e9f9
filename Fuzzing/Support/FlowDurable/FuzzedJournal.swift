@testable import FlowDurable

/// Returns a journal with the lines of a document, each with a check that fits, whatever it says.
func journal(of document: [UInt8]) -> [UInt8] {
  let header = JournalHeader(file: 0x7f3a_9c01)
  var bytes = header.bytes
  let created = Array(#"{"created":0,"store":"fuzz","next":1}"#.utf8)
  let lines = [created] + document.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  for (index, line) in lines.enumerated() {
    bytes += JournalLine.bytes(line, number: index + 1, synced: bytes.count, at: bytes.count, in: header)
  }
  return bytes
}
