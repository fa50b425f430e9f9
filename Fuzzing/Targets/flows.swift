// Modules: FlowState FlowChains FlowStateTesting

import FlowState
import FlowStateTesting

/// Plays a random flow by a random schedule, and checks the laws after each event. The bytes make both: first the steps and their links,
/// then what each closure does, and what happens from outside.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated { RandomFlow(Choices(bytes[...])).play() }
  return 0
}
