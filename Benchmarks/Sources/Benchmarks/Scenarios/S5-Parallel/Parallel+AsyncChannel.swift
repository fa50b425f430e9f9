import AsyncAlgorithms

extension Parallel {
  /// Eight tasks, each with a worker and two channels, as in S2.
  static let asyncChannel = Contender.async("AsyncChannel") { size, stopwatch in
    await measure(size, stopwatch) { _, length in
      let contents = AsyncChannel<(index: Int, value: Int)>()
      let results = AsyncChannel<Int>()
      let worker = Task.detached {
        for await (index, value) in contents { await results.send(advance(value, by: index)) }
      }
      var replies = results.makeAsyncIterator()
      var value = 0
      for index in 0..<length {
        await contents.send((index, value))
        value = await replies.next() ?? -1
      }
      contents.finish()
      await worker.value
      return value
    }
  }
}
