/// What the steps of one run share, and where the run has found what the runs around it share.
struct ContextValues {
  /// The place of a value among the runs around.
  struct Finding {
    /// The nearest run that has set a value; nil if none has. It lives as long as the run that has found it, being around it.
    let holder: Unmanaged<Run>?
    /// How often values of this key had come or gone; when that has changed, the finding is worthless.
    let changes: Int
  }

  var own: [ObjectIdentifier: Any] = [:]
  var findings: [ObjectIdentifier: Finding] = [:]
}

/// The context of a run. On the queue.
extension Run {
  /// A value of this run, or of the nearest one around it that has one.
  func contextValue(of key: ObjectIdentifier) -> Any? {
    // Most often it is near, and no note of it is worth while.
    var place: Run? = self
    for _ in 0..<Run.shortWay {
      guard let run = place else { return nil }
      if !run.values.own.isEmpty, let value = run.values.own[key] { return value }
      place = run.parent
    }
    guard place != nil, let changes = eventLoop.contextChanges[key] else { return nil }
    return holder(of: key, changes)?.values.own[key]
  }

  /// How many runs are asked one by one.
  private static let shortWay = 8

  /// Sets a value of this run, or removes it.
  func setContextValue(of key: ObjectIdentifier, to value: Any?) {
    // What the old one refers to may ask for values while it goes.
    let old = if let value { values.own.updateValue(value, forKey: key) } else { values.own.removeValue(forKey: key) }
    if (old == nil) != (value == nil) { eventLoop.contextChanges[key, default: 0] += 1 }
    withExtendedLifetime(old) {}
  }

  /// Lets go of the values, whoever keeps the run or its context; the run has ended.
  func endContext() {
    contextMade?.end()
    let old = values
    values = ContextValues()
    for key in old.own.keys { eventLoop.contextChanges[key, default: 0] += 1 }
    withExtendedLifetime(old) {}
  }

  /// The nearest run around this one that has a value. A run that is passed on the way takes note of it, so that of many runs
  /// deep down each one has a short way.
  private func holder(of key: ObjectIdentifier, _ changes: Int) -> Run? {
    var place: Run? = self
    var holder: Unmanaged<Run>?
    while let run = place {
      if run.values.own[key] != nil {
        holder = .passUnretained(run)
        break
      }
      if let finding = run.values.findings[key], finding.changes == changes {
        holder = finding.holder
        break
      }
      place = run.parent
    }
    let end = place
    place = self
    while let run = place, run !== end {
      run.values.findings[key] = ContextValues.Finding(holder: holder, changes: changes)
      place = run.parent
    }
    return holder?.takeUnretainedValue()
  }
}
