import FlowState

/// Distributes the slices of a trace over tracks. On each track, two slices are either nested or apart.
///
/// The first lane of a run is on the track of the step that hosts the run, inside its slice. Each other lane has its own
/// track. A slice also gets its own track if it ends after its enclosing slice, or begins before a sibling has ended. A track
/// becomes free when its lane has ended and the run has left the step that opened it: when a step of a lower lane has begun,
/// or when the run has ended.
struct TraceTracks {
  /// A row of the timeline.
  struct Track {
    let id: Int
    /// The outermost run of the track's slices.
    let root: Int
    /// The name of the first run or lane on the track.
    let name: String
    /// The number of lanes and runs that have used the track.
    var tenants = 1
    /// The latest slice on the track.
    var tenant: Int
    /// The end of that slice.
    var end: Int128
  }

  private(set) var tracks: [Track] = []
  /// The track of each slice.
  private(set) var trackOfSlice: [Int] = []
  private let reading: TraceReading
  /// The end of the latest part inside each slice.
  private var filled: [Int128]
  /// The tracks of each run's slices, latest last.
  private var taken: [Int: [Int]] = [:]
  /// The runs that have tracks, by outermost run, latest last.
  private var holders: [Int: [Int]] = [:]
  /// The free tracks, by outermost run, oldest first.
  private var free: [Int: [Int]] = [:]

  init(_ reading: TraceReading) {
    self.reading = reading
    filled = reading.slices.map(\.start)
    for index in reading.slices.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    let slice = reading.slices[index]
    if case .step = slice.subject { release(of: slice.run, before: slice.first) { $0.lane > slice.lane } }
    if let parent = slice.parent, slice.start >= filled[parent], slice.end <= reading.slices[parent].end {
      filled[parent] = slice.end
      trackOfSlice.append(trackOfSlice[parent])
    } else {
      trackOfSlice.append(takeTrack(for: index))
    }
  }

  /// Returns a free track for a slice, or a new one.
  private mutating func takeTrack(for index: Int) -> Int {
    let slice = reading.slices[index]
    let root = reading.runs[slice.run].root
    releaseEnded(under: root, before: slice.first)
    let track: Int
    if let place = free[root]?.firstIndex(where: { tracks[$0].end <= slice.start }) {
      track = free[root]?.remove(at: place) ?? 0
      tracks[track].tenants += 1
      tracks[track].tenant = index
      tracks[track].end = slice.end
    } else {
      track = tracks.count
      tracks.append(Track(id: track + 1, root: root, name: name(of: slice), tenant: index, end: slice.end))
    }
    if taken[slice.run] == nil { holders[root, default: []].append(slice.run) }
    taken[slice.run, default: []].append(track)
    return track
  }

  /// Frees the tracks of runs that have ended, except those of slices that haven't ended.
  private mutating func releaseEnded(under root: Int, before event: Int) {
    for run in holders[root] ?? [] where reading.slices[reading.runs[run].slice].last < event {
      release(of: run, before: event) { _ in true }
    }
    holders[root]?.removeAll { taken[$0] == nil }
  }

  /// Frees tracks of a run whose slices have ended, beginning with the latest, while `released` returns true.
  private mutating func release(of run: Int, before event: Int, _ released: (TraceSlice) -> Bool) {
    guard var held = taken[run] else { return }
    var kept: [Int] = []
    var freed: [Int] = []
    while let track = held.last, released(reading.slices[tracks[track].tenant]) {
      held.removeLast()
      if reading.slices[tracks[track].tenant].last < event { freed.append(track) } else { kept.append(track) }
    }
    guard !freed.isEmpty else { return }
    held += kept.reversed()
    taken[run] = held.isEmpty ? nil : held
    free[reading.runs[run].root, default: []] += freed
    free[reading.runs[run].root]?.sort()
  }

  private func name(of slice: TraceSlice) -> String {
    let run = reading.runs[slice.run].id.description
    if case .run = slice.subject { return run }
    return "\(run) lane \(slice.lane)"
  }
}
