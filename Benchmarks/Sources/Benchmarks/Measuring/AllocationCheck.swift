import Instruments

/// Proves before anything is measured that the counter sees what the Swift runtime allocates and frees.
enum AllocationCheck {
  private final class Block {
    let bytes = (0, 0, 0, 0)
  }

  static func run() throws(CounterFailure) {
    #if os(Linux)
      let count = 1_000
      var kept: [Block] = []
      kept.reserveCapacity(count)
      let (blocks, bytes) = (instruments_allocated_blocks(), instruments_live_bytes())
      for _ in 0..<count { kept.append(Block()) }
      let made = instruments_allocated_blocks() - blocks
      let taken = instruments_live_bytes() - bytes
      kept.removeAll(keepingCapacity: true)
      let left = instruments_live_bytes() - bytes
      // Other threads may allocate a little meanwhile.
      let isRight = (count...count + 20).contains(Int(made)) && taken >= count * 48 && left < count
      if !isRight { throw CounterFailure(made: made, taken: taken, left: left) }
    #endif
  }
}

/// The allocation counter does not count.
struct CounterFailure: Error, CustomStringConvertible {
  let made: Int64
  let taken: Int64
  let left: Int64

  var description: String {
    """
    The allocation counter is blind: 1000 objects counted as \(made) blocks of \(taken) bytes together, \(left) bytes of \
    them left after their release.
    """
  }
}
