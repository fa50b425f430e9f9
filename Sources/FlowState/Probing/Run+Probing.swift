/// The reports of a run to the probe that watches it.
extension Run {
  /// Reports the start of the run.
  ///
  /// - Parameters:
  ///   - watch: The probe.
  ///   - observers: The observers of the run's flow that a closure of another run has added, because they belong to that run.
  func probeStart(to watch: any RunProbe, observers: [any FlowObserver]) {
    watch.started(id) { [weak eventLoop] in eventLoop?.isBusy ?? false }
    for observer in observers { report(to: watch, of: observer, as: "observer") }
  }

  /// Reports the values of the run's context that are objects or contain some. Called before the context releases them.
  func probeContextValues() {
    guard let watch = probes?.watch else { return }
    for value in values.own.values { report(to: watch, of: value, as: "context value") }
  }

  private func report(to watch: any RunProbe, of value: Any, as kind: String) {
    if type(of: value) is AnyClass {
      watch.uses(value as AnyObject, as: "\(kind) of type \(type(of: value))")
    } else {
      tellOfElements(of: value, to: watch, as: kind)
    }
  }

  /// Reports the objects in an optional or a collection. A collection can be large, so only its first elements count.
  private func tellOfElements(of value: Any, to watch: any RunProbe, as kind: String) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional, .collection, .set, .dictionary, .tuple:
      for element in mirror.children.prefix(1_000) { report(to: watch, of: element.value, as: kind) }
    default: break
    }
  }
}

extension Lane {
  /// Reports the handler of a step's start.
  func probeHandler(_ handler: AnyFlowStepHandler, of step: AnyFlowStep) {
    run.probes?.watch?.attached(handler, to: step)
  }

  /// Reports the work of an operator, with its closures.
  func probeHost(_ host: LaneHost, of step: AnyFlowStep) {
    guard let wrapper = step.wrapper else { return }
    run.probes?.watch?.uses(host, as: "work of step '\(step.identifier)' (\(wrapper))")
  }
}

extension AnyFlowStep {
  /// Sets the name of a declared step.
  package final func rename(to name: String) {
    let old = identifier
    guard old != name else { return }
    identifier = name
    CurrentThread.run?.probes?.watch?.renamed(self, from: old)
  }
}
