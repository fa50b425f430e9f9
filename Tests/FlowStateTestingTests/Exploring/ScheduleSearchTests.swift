import Testing

@testable import FlowStateTesting

struct ScheduleSearchTests {
  /// Searches a tree, and returns the picks of every path in the order in which the search plays them. `count` returns the number
  /// of possible next picks after the given ones, or nil at the end of a path.
  static func paths(
    _ search: inout ScheduleSearch, limit: Int = .max, single: Int? = nil, _ count: ([UInt32]) -> Int?
  ) -> [[UInt32]] {
    var paths: [[UInt32]] = []
    while paths.count < limit, let beginning = search.next() {
      var trace = ScheduleSearch.Trace()
      while let count = count(trace.picks) {
        let position = trace.picks.count
        trace.append(pick: position < beginning.count ? Int(beginning[position]) : 0, of: count, single: single)
      }
      paths.append(trace.picks)
      search.record(trace)
    }
    return paths
  }

  @Test("A search plays every path of a tree once, those with the fewest deviations first")
  func all() {
    var search = ScheduleSearch()
    let paths = Self.paths(&search) { $0.count < 3 ? 3 : nil }
    #expect(paths.count == 27)
    #expect(Set(paths).count == 27)
    #expect(paths.map { $0.count { $0 > 0 } } == paths.map { $0.count { $0 > 0 } }.sorted())
    #expect(search.isExhaustive)
  }

  @Test("A search of an irregular tree includes the paths behind each deviation")
  func irregular() {
    var search = ScheduleSearch()
    let paths = Self.paths(&search) { picks in
      switch picks {
      case []: 2
      case [0]: nil
      case [1]: 3
      case [1, 2]: 2
      default: nil
      }
    }
    #expect(paths == [[0], [1, 0], [1, 1], [1, 2, 0], [1, 2, 1]])
    #expect(search.isExhaustive)
  }

  @Test(
    "A search keeps to its number of deviations, and knows whether that was everything",
    arguments: [(0, 1), (1, 7), (2, 19), (3, 27), (4, 27)])
  func bounded(deviations: Int, count: Int) {
    var search = ScheduleSearch(deviations: deviations)
    let paths = Self.paths(&search) { $0.count < 3 ? 3 : nil }
    #expect(paths.count == count)
    #expect(Set(paths).count == count)
    #expect(search.isExhaustive == (count == 27))
  }

  @Test(
    "Deviations that count as two keep each path unique, the order of paths, and the bound",
    arguments: [(0, 1), (1, 4), (2, 10), (3, 17), (.max, 27)])
  func doubles(deviations: Int, count: Int) {
    var search = ScheduleSearch(deviations: deviations)
    let paths = Self.paths(&search, single: 2) { $0.count < 3 ? 3 : nil }
    #expect(paths.count == count)
    #expect(Set(paths).count == count)
    let sums = paths.map { $0.reduce(0) { sum, choice in sum + Int(choice) } }
    #expect(sums == sums.sorted())
    #expect(search.isExhaustive == (count == 27))
  }

  @Test("A search leaves out picks that are dropped from a trace")
  func dropped() {
    var search = ScheduleSearch()
    var paths: [[UInt32]] = []
    while let beginning = search.next() {
      var trace = ScheduleSearch.Trace()
      for position in 0..<2 {
        trace.append(pick: position < beginning.count ? Int(beginning[position]) : 0, of: 4, single: 2)
      }
      trace.limit(0, to: 3)
      trace.limit(1, to: 1)
      search.record(trace)
      paths.append(trace.picks)
    }
    #expect(paths == [[0, 0], [1, 0], [2, 0]])
    #expect(search.isExhaustive)
  }

  @Test("A search that hasn't ended isn't exhaustive")
  func cutShort() {
    var search = ScheduleSearch()
    #expect(Self.paths(&search, limit: 26) { $0.count < 3 ? 3 : nil }.count == 26)
    #expect(!search.isExhaustive)
  }

  @Test("A setup without a choice has one schedule")
  func single() {
    var search = ScheduleSearch(deviations: 0)
    #expect(Self.paths(&search) { _ in nil } == [[]])
    #expect(search.isExhaustive)
  }
}
