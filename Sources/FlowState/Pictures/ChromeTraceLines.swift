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
    var lines: [JSONText] = []
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
    return lines.map(\.text)
  }

  /// Returns the number of a process: the number of its first track, so that each number has one meaning.
  private func process(of root: Int) -> Int {
    tracks.tracks[tracks.trackOfSlice[reading.runs[root].slice]].id
  }

  private func naming(_ what: String, _ track: TraceTracks.Track, _ name: String) -> JSONText {
    .object([
      ("name", .string(what)), ("ph", .string("M")), ("pid", .integer(process(of: track.root))),
      ("tid", .integer(track.id)), ("args", .object([("name", .string(name))])),
    ])
  }

  private func line(for slice: TraceSlice, _ index: Int) -> JSONText? {
    let run = reading.runs[slice.run].id
    var arguments: [(name: String, value: JSONText)] = []
    let name: String
    let category: String
    switch slice.subject {
    case .lane: return nil
    case .run: (name, category) = (run.description, "run")
    case .step(let step, let visit):
      (name, category) = (step, "step")
      arguments += place(FlowPlace(run: run, lane: slice.lane, visit: visit))
    }
    arguments.append(("ending", .string(slice.ending?.word ?? "still under way at the last event")))
    if let error = slice.ending?.error { arguments.append(("error", .string("\(error)"))) }
    return .object(
      [
        ("name", .string(name)), ("cat", .string(category)), ("ph", .string("X")), ("ts", microseconds(slice.start)),
        ("dur", microseconds(slice.end - slice.start)),
      ] + track(of: index) + [("args", .object(arguments))])
  }

  private func line(for instant: TraceInstant) -> JSONText {
    var arguments = place(instant.place)
    if let delay = instant.delay { arguments.append(("microseconds", microseconds(delay))) }
    if let error = instant.error { arguments.append(("error", .string("\(error)"))) }
    return .object(
      [
        ("name", .string(instant.name)), ("cat", .string("step")), ("ph", .string("i")), ("s", .string("t")),
        ("ts", microseconds(instant.time)),
      ] + track(of: instant.slice) + [("args", .object(arguments))])
  }

  private func track(of slice: Int) -> [(name: String, value: JSONText)] {
    let track = tracks.tracks[tracks.trackOfSlice[slice]]
    return [("pid", .integer(process(of: track.root))), ("tid", .integer(track.id))]
  }

  private func place(_ place: FlowPlace) -> [(name: String, value: JSONText)] {
    [("run", .string(place.run.description)), ("lane", .integer(place.lane)), ("visit", .integer(place.visit))]
  }

  private func microseconds(_ nanoseconds: Int128) -> JSONText {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest > 0 else { return .number("\(sign)\(whole)") }
    let digits = String(rest)
    return .number("\(sign)\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits)
  }
}
