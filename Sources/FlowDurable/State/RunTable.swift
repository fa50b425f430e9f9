import FlowState

/// Runs in the order of their numbers. Runs are added at the end and removed anywhere.
///
/// A dictionary would need up to three times the memory, and would have to be sorted for each page of a query.
struct RunTable<Place: StorePlace>: Sendable {
  private static var chunkSize: Int { 64 }

  /// The runs, at most `chunkSize` in each array. No array is empty.
  private var chunks: [[StoredRun<Place>]] = []
  /// The numbers of each chunk's runs, which a query counts when it needs them.
  private var tallies: [LazyTallies] = []
  /// The number of the first run of each chunk when the chunk was created. It isn't greater than the number of any run
  /// in the chunk.
  private var firsts: [Int] = []
  private(set) var count = 0

  /// The run with the highest number.
  var last: StoredRun<Place>? { chunks.last?.last }

  /// The position of a run.
  struct Index {
    fileprivate let chunk: Int
    fileprivate let place: Int
  }

  /// Adds a run whose number is greater than all others.
  mutating func append(_ run: StoredRun<Place>) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(run)
      forgetTallies(last)
    } else {
      chunks.append([run])
      tallies.append(LazyTallies())
      firsts.append(run.number)
    }
    count += 1
  }

  /// Returns the position of a run; nil if there is no run with the number.
  func index(of number: Int) -> Index? {
    let index = firstIndex(from: number)
    guard index.chunk < chunks.count, chunks[index.chunk][index.place].number == number else { return nil }
    return index
  }

  subscript(index: Index) -> StoredRun<Place> {
    get { chunks[index.chunk][index.place] }
    _modify {
      forgetTallies(index.chunk)
      yield &chunks[index.chunk][index.place]
    }
  }

  /// Removes a run.
  mutating func remove(_ number: Int) {
    guard let index = index(of: number) else { return }
    chunks[index.chunk].remove(at: index.place)
    forgetTallies(index.chunk)
    count -= 1
    if chunks[index.chunk].isEmpty {
      chunks.remove(at: index.chunk)
      tallies.remove(at: index.chunk)
      firsts.remove(at: index.chunk)
    } else if chunks[index.chunk].count == Self.chunkSize / 4 {
      // A copy releases the memory of the removed runs.
      chunks[index.chunk] = Array(chunks[index.chunk][...])
    }
  }

  /// Removes and returns some runs with the highest numbers; nil if there are none.
  mutating func removeLastRuns() -> [StoredRun<Place>]? {
    guard let runs = chunks.popLast() else { return nil }
    tallies.removeLast()
    firsts.removeLast()
    count -= runs.count
    return runs
  }

  /// Calls a closure with each run whose number is at least `number`, in order, until it returns false.
  func forEach(from number: Int, _ body: (StoredRun<Place>) -> Bool) {
    var (chunk, place) = (firstIndex(from: number).chunk, firstIndex(from: number).place)
    while chunk < chunks.count {
      while place < chunks[chunk].count {
        guard body(chunks[chunk][place]) else { return }
        place += 1
      }
      (chunk, place) = (chunk + 1, 0)
    }
  }

  /// Calls a closure with each run that satisfies a condition, until the closure returns false.
  ///
  /// Both receive a pointer that is valid during the call: copying a run, with the references that it has, takes ten
  /// times as long as most conditions.
  ///
  /// - Parameters:
  ///   - number: The number at which to begin. In backward order, the number before which to begin.
  ///   - isBackwards: Whether the highest numbers come first.
  ///   - canContain: Whether a group of runs with these numbers can have runs that satisfy the condition.
  ///   - isWanted: The condition.
  ///   - body: The closure.
  func search(
    from number: Int, backwards isBackwards: Bool, in canContain: ([RunTally]) -> Bool,
    where isWanted: (UnsafePointer<StoredRun<Place>>) -> Bool, _ body: (UnsafePointer<StoredRun<Place>>) -> Bool
  ) {
    let start = firstIndex(from: number)
    var (chunk, range) = (start.chunk, 0..<0)
    if chunk < chunks.count { range = isBackwards ? 0..<start.place : start.place..<chunks[chunk].count }
    while true {
      if chunk < chunks.count, canContain(tallies(of: chunk)) {
        let isUnfinished = chunks[chunk].withUnsafeBufferPointer { runs in
          guard let first = runs.baseAddress else { return true }
          for offset in 0..<range.count {
            let run = first + (isBackwards ? range.upperBound - 1 - offset : range.lowerBound + offset)
            if isWanted(run), !body(run) { return false }
          }
          return true
        }
        guard isUnfinished else { return }
      }
      chunk += isBackwards ? -1 : 1
      guard chunks.indices.contains(chunk) else { return }
      range = chunks[chunk].indices
    }
  }

  /// Calls a closure with the numbers of the runs of each kind. A kind can have several numbers, whose sum counts.
  func forEachTally(_ body: (RunTally) -> Void) {
    for chunk in chunks.indices { for tally in tallies(of: chunk) { body(tally) } }
  }

  private func tallies(of chunk: Int) -> [RunTally] {
    tallies[chunk].value.withLock { value in
      if let value { return value }
      var sum: [RunTally] = []
      chunks[chunk].withUnsafeBufferPointer { runs in
        guard let first = runs.baseAddress else { return }
        for offset in runs.indices {
          let tally = RunTally(first + offset)
          if let place = sum.firstIndex(where: { $0.kind == tally.kind }) {
            sum[place].add(tally)
          } else {
            sum.append(tally)
          }
        }
      }
      value = sum
      return sum
    }
  }

  /// Forgets the numbers of a chunk, because its runs change. A copy of the table keeps them.
  private mutating func forgetTallies(_ chunk: Int) {
    if isKnownUniquelyReferenced(&tallies[chunk]) {
      tallies[chunk].value.withLock { $0 = nil }
    } else {
      tallies[chunk] = LazyTallies()
    }
  }

  /// Returns the position of the first run whose number is at least `number`.
  private func firstIndex(from number: Int) -> Index {
    // Find the last chunk that begins at or before the number.
    var (low, high) = (0, firsts.count)
    while low < high {
      let middle = (low + high) / 2
      if firsts[middle] <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Index(chunk: 0, place: 0) }
    let runs = chunks[low - 1]
    var (first, end) = (0, runs.count)
    while first < end {
      let middle = (first + end) / 2
      if runs[middle].number < number { first = middle + 1 } else { end = middle }
    }
    return first < runs.count ? Index(chunk: low - 1, place: first) : Index(chunk: low, place: 0)
  }
}

/// The numbers of some runs, or nil until they are counted.
private final class LazyTallies: Sendable {
  let value = Locked<[RunTally]?>(nil)
}
