// Modules: FlowJSON

import FlowJSON

/// Reads the bytes as JSON. What is read must come back from each way of writing it; what is refused must have its place.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let location = JSONLocation().key("a").index(1).key("b")
  let closest = JSONPosition(closestTo: location, in: bytes)
  precondition(0...count ~= closest.offset, "The closest position lies in the text.")
  do throws(JSONSyntaxError) {
    let value = try JSONValue(parsing: bytes)
    let there = value["a"]?[1]?["b"]
    precondition((there == nil) == (JSONPosition(of: location, in: bytes) == nil), "What is there has a position.")
    for style in [JSONTextStyle.compact, .compactSorted, .pretty, .prettySorted] {
      let back = try JSONValue(parsing: value.text(style))
      precondition(back == value, "What was written is read as the same value.")
      precondition(back.hashValue == value.hashValue, "Equal values have equal hashes.")
    }
  } catch {
    precondition(0...count ~= error.position.offset, "The position lies in the text.")
    precondition(!error.description.isEmpty, "The error has a text.")
  }
  return 0
}
