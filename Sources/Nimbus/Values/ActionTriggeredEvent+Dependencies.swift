extension ActionTriggeredEvent {
  /// The names of the states that changed since the outermost event began. What depends on them is updated once, when
  /// that event ends.
  public var dependencies: Set<String> { scope.nimbus.updates.changedStates }
}
