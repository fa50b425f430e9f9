/// The shared values of one run.
struct ContextValues {
  /// A cached search for a value in the enclosing runs.
  struct Finding {
    /// The nearest run that has set a value; nil if no run has. It encloses the run that holds this record, so it lives
    /// longer.
    let holder: Unmanaged<Run>?
    /// The number of times that a value of this key had been added or removed. If the number has changed, the record is
    /// invalid.
    let changes: Int
  }

  /// Stands for a value that was taken out to be changed in place.
  struct UnderChange {}

  var own: [ObjectIdentifier: Any] = [:]
}

/// The context of a run. Confined to the run's queue.
extension Run {
  /// Returns the value of this run, or of the nearest enclosing run that has one.
  func contextValue(of key: ObjectIdentifier) -> Any? {
    // The value is usually near, and caching the search isn't worth the cost.
    var place: Run? = self
    for _ in 0..<Run.shortWay {
      guard let run = place else { return nil }
      if !run.values.own.isEmpty, let value = run.values.own[key] { return value }
      place = run.parent
    }
    guard place != nil, let changes = eventLoop.contextChanges[key] else { return nil }
    return holder(of: key, changes)?.values.own[key]
  }

  /// The number of runs that are searched before the cache is used.
  private static let shortWay = 8

  /// Takes a value of this run out, so that changing it doesn't copy it. ``setContextValue(of:to:)`` puts it back. Returns nil if
  /// the run has no value of its own.
  func takeContextValue(of key: any FlowContextKey.Type) -> Any? {
    guard values.own[ObjectIdentifier(key)] != nil else { return nil }
    noteContextChange(of: key)
    return changeValues { $0.own.updateValue(ContextValues.UnderChange(), forKey: ObjectIdentifier(key)) }
  }

  /// Sets or removes a value of this run. Returns whether the value was taken out.
  @discardableResult
  func setContextValue(of key: any FlowContextKey.Type, to value: Any?) -> Bool {
    noteContextChange(of: key)
    return restoreContextValue(of: key, to: value)
  }

  /// Sets or removes a value of this run without recording the change in the history.
  @discardableResult
  func restoreContextValue(of key: any FlowContextKey.Type, to value: Any?) -> Bool {
    let key = ObjectIdentifier(key)
    // Releasing the old value can run code that reads values.
    let old = changeValues { values in
      if let value { values.own.updateValue(value, forKey: key) } else { values.own.removeValue(forKey: key) }
    }
    if (old == nil) != (value == nil) { eventLoop.noteContextChange(of: key) }
    return withExtendedLifetime(old) { old is ContextValues.UnderChange }
  }

  /// Records in the history that a value is about to change. A value that was taken out has been recorded then.
  private func noteContextChange(of key: any FlowContextKey.Type) {
    if let durability { durability.noteChange(of: key) }
    guard let history else { return }
    let old = values.own[ObjectIdentifier(key)]
    if !(old is ContextValues.UnderChange) { history.noteChange(of: key, from: old) }
  }

  /// Returns the nearest enclosing run that has a value. Every run on the way caches the answer, so that each of many deeply
  /// nested runs has a short search.
  private func holder(of key: ObjectIdentifier, _ changes: Int) -> Run? {
    var place: Run? = self
    var holder: Unmanaged<Run>?
    while let run = place {
      if run.values.own[key] != nil {
        holder = .passUnretained(run)
        break
      }
      if let finding = run.extras?.contextFindings[key], finding.changes == changes {
        holder = finding.holder
        break
      }
      place = run.parent
    }
    let end = place
    place = self
    while let run = place, run !== end {
      run.makeExtras().contextFindings[key] = ContextValues.Finding(holder: holder, changes: changes)
      place = run.parent
    }
    return holder?.takeUnretainedValue()
  }
}
