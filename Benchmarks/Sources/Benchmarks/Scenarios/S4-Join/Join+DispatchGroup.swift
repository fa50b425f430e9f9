import Dispatch

extension Join {
  /// The floor. The results are added up atomically: an array would need a lock.
  static let dispatchGroup = Contender("DispatchGroup") { size, stopwatch in
    let group = DispatchGroup()
    let tally = Tally()
    let answer = Answer()
    stopwatch.start()
    for index in 0..<size {
      DispatchQueue.global().async(group: group) { tally.add(index * index) }
    }
    group.notify(queue: .serial("join")) {
      stopwatch.stop()
      answer.give(tally.sum)
    }
    return answer.wait()
  }
}
