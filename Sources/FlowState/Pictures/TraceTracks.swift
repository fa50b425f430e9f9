/// Distributes the slices of a trace over tracks, on which they nest properly: two of one track are either one inside the
/// other or apart.
///
/// The first lane of a run is on the track of the step that hosts the run, within its slice; each other lane has a track of its
/// own. What is not over when the slice is that it belongs in, or begins while another part of that is not over, gets a track
/// of its own as well. A track is used again when its lane has ended and the step that opened it has been left: when a step of
/// a lower lane has begun, or the run has ended.
struct TraceTracks {
  /// A row of the picture.
  struct Track {
    let id: Int
    /// The root of the runs that it is for.
    let root: Int
    /// What it was made for.
    let name: String
    /// How many lanes and runs it has served.
    var tenants = 1
    /// The slice that it was given to last.
    var tenant: Int
    /// When that slice ends.
    var end: Int128
  }

  private(set) var tracks: [Track] = []
  /// The track of each slice.
  private(set) var trackOfSlice: [Int] = []
  private let reading: TraceReading
  /// Per slice, when the last part ends that was placed within it.
  private var filled: [Int128]
  /// The tracks that a run's slices have, by run, the latest last.
  private var taken: [Int: [Int]] = [:]
  /// The runs that have tracks, by root, the latest last.
  private var holders: [Int: [Int]] = [:]
  /// The tracks that may be given away again, by root, the oldest first.
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

  /// Gives a slice a track that is free, or a new one.
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

  /// Frees what runs have that have ended, save for slices that have not.
  private mutating func releaseEnded(under root: Int, before event: Int) {
    for run in holders[root] ?? [] where reading.slices[reading.runs[run].slice].last < event {
      release(of: run, before: event) { _ in true }
    }
    holders[root]?.removeAll { taken[$0] == nil }
  }

  /// Frees tracks of a run whose slices have ended, from the latest on as long as they are `released`.
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
