extension ActionTriggeredEvent {
  /// The names of the states that have changed since the outermost event began; what depends on them is updated once,
  /// when it is over.
  public var dependencies: Set<String> { scope.nimbus.updates.changedStates }
}
