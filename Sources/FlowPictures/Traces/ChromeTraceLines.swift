import FlowState

/// Writes slices and instants as objects of the Chrome trace event format.
struct ChromeTraceLines {
  private let reading: TraceReading
  private let tracks: TraceTracks

  init(_ reading: TraceReading, _ tracks: TraceTracks) {
    self.reading = reading
    self.tracks = tracks
  }

  /// The objects: first the names of processes and tracks, then the slices and instants, in the order of the events.
  var lines: [String] {
    var lines: [String] = []
    for track in tracks.tracks {
      let name = track.tenants == 1 ? track.name : "\(track.name) and \(track.tenants - 1) more"
      if process(of: track.root) == track.id { lines.append(naming("process_name", track, track.name)) }
      lines.append(naming("thread_name", track, name))
    }
    var instants = reading.instants[...]
    for (index, slice) in reading.slices.enumerated() {
      while let instant = instants.first, instant.event < slice.first {
        lines.append(line(for: instant))
        instants.removeFirst()
      }
      if let line = line(for: slice, index) { lines.append(line) }
    }
    lines += instants.map { line(for: $0) }
    return lines
  }

  /// Returns the number of a process: the number of its first track, so that each number has one meaning.
  private func process(of root: Int) -> Int {
    tracks.tracks[tracks.trackOfSlice[reading.runs[root].slice]].id
  }

  private func naming(_ what: String, _ track: TraceTracks.Track, _ name: String) -> String {
    #"{"name":"\#(what)","ph":"M","pid":\#(process(of: track.root)),"tid":\#(track.id),"#
      + #""args":{"name":\#(name.jsonLiteral)}}"#
  }

  private func line(for slice: TraceSlice, _ index: Int) -> String? {
    let run = reading.runs[slice.run].id
    var arguments: [String] = []
    let name: String
    let category: String
    switch slice.subject {
    case .lane: return nil
    case .run: (name, category) = (run.description, "run")
    case .step(let step, let visit):
      (name, category) = (step, "step")
      arguments.append(place(FlowPlace(run: run, lane: slice.lane, visit: visit)))
    }
    arguments.append(#""ending":\#((slice.ending?.word ?? "still under way at the last event").jsonLiteral)"#)
    if let error = slice.ending?.error { arguments.append(member(error)) }
    let time = #""ts":\#(microseconds(slice.start)),"dur":\#(microseconds(slice.end - slice.start))"#
    return #"{"name":\#(name.jsonLiteral),"cat":"\#(category)","ph":"X",\#(time),"#
      + #"\#(track(of: index)),"args":{\#(arguments.joined(separator: ","))}}"#
  }

  private func line(for instant: TraceInstant) -> String {
    var arguments = [place(instant.place)]
    if let delay = instant.delay { arguments.append(#""microseconds":\#(microseconds(delay))"#) }
    if let error = instant.error { arguments.append(member(error)) }
    return #"{"name":\#(instant.name.jsonLiteral),"cat":"step","ph":"i","s":"t","ts":\#(microseconds(instant.time)),"#
      + #"\#(track(of: instant.slice)),"args":{\#(arguments.joined(separator: ","))}}"#
  }

  // MARK: Members

  private func track(of slice: Int) -> String {
    let track = tracks.tracks[tracks.trackOfSlice[slice]]
    return #""pid":\#(process(of: track.root)),"tid":\#(track.id)"#
  }

  private func place(_ place: FlowPlace) -> String {
    #""run":\#(place.run.description.jsonLiteral),"lane":\#(place.lane),"visit":\#(place.visit)"#
  }

  private func member(_ error: any Error) -> String { #""error":\#("\(error)".jsonLiteral)"# }

  private func microseconds(_ nanoseconds: Int128) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    return "\(sign)\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
