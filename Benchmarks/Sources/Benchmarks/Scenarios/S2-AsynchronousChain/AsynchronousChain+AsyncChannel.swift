import AsyncAlgorithms

extension AsynchronousChain {
  /// A worker task takes the content of each step from one channel and gives its result by another. One worker for all
  /// steps, because a task for each would cost more.
  static let asyncChannel = Contender.async("AsyncChannel") { size, stopwatch in
    let contents = AsyncChannel<(index: Int, value: Int)>()
    let results = AsyncChannel<Int>()
    let worker = Task.detached {
      for await (index, value) in contents { await results.send(advance(value, by: index)) }
    }
    var replies = results.makeAsyncIterator()
    stopwatch.start()
    var value = 0
    for index in 0..<size {
      await contents.send((index, value))
      value = await replies.next() ?? -1
    }
    stopwatch.stop()
    contents.finish()
    await worker.value
    return value
  }
}
