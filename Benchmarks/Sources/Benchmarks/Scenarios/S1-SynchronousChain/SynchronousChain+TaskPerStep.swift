extension SynchronousChain {
  /// A detached task for each step: an inherited context would only add to the cost.
  static let taskPerStep = Contender.async("Task per step") { size, stopwatch in
    stopwatch.start()
    var value = 0
    for index in 0..<size {
      let content = value
      value = await Task.detached { advance(content, by: index) }.value
    }
    stopwatch.stop()
    return value
  }
}
