extension ActionTriggeredEvent {
  /// The names of the states that have changed since the outermost event began. Everything that depends on them is
  /// updated once, when that event ends.
  public var dependencies: Set<String> { scope.nimbus.updates.changedStates }
}
