import OpenCombine

extension Cancel {
  /// Subjects that never send, merged; cancelling is synchronous.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    let tally = Tally()
    let subscription = (0..<size).publisher
      .flatMap { _ in
        PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { tally.add(1) })
      }
      .sink { _ in }
    stopwatch.start()
    subscription.cancel()
    stopwatch.stop()
    return tally.sum
  }
}
