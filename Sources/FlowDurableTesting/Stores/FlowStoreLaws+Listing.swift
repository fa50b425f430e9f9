import FlowDurable

extension FlowStoreLaws {
  /// Laws about listing and forgetting runs.
  static let listing: [Law] = [
    Law("Runs are listed in pages, by what they are") { examiner in
      var numbers: [RunNumber] = []
      for number in 0..<150 {
        var run = NewRun(flow: number % 3 == 0 ? "signup" : "order", key: "\(number / 2)")
        run.tenant = number % 5 == 0 ? "acme" : nil
        numbers.append(try await examiner.store.add(run).run)
      }
      let pages = try await examiner.pages(of: 7, RunQuery()).map(\.number)
      try examiner.expect(pages, is: Set(numbers).sorted(), "All pages")
      let signups = try await examiner.store.runs(RunQuery(flows: ["signup"]), after: nil, limit: 999)
      try examiner.expect(signups.allSatisfy { $0.flow == "signup" } && signups.count == 50, "The runs of one flow")
      let keyed = try await examiner.store.runs(RunQuery(flows: ["order"], key: "7"), after: nil, limit: 999)
      try examiner.expect(keyed.map(\.key), is: ["7"], "The run with a key")
      var query = RunQuery(states: [.ready])
      query.tenant = "acme"
      let ofTenant = try await examiner.store.runs(query, after: nil, limit: 999)
      try examiner.expect(!ofTenant.isEmpty && ofTenant.allSatisfy { $0.tenant == "acme" }, "The runs of a tenant")
      query = RunQuery(states: [.held, .waiting, .parked, .ended])
      try examiner.expect(
        try await examiner.store.runs(query, after: nil, limit: 9).count, is: 0, "Runs in other states")
    },
    Law("Numbers and limits at the ends of their ranges are answered") { examiner in
      let run = try await examiner.store.add(NewRun(flow: "order")).run
      let (last, first) = (RunNumber(rawValue: .max), RunNumber(rawValue: .min))
      var query = RunQuery()
      for isNewestFirst in [false, true] {
        query.newestFirst = isNewestFirst
        let (before, after) = isNewestFirst ? (last, first) : (first, last)
        let all = try await examiner.store.runs(query, after: before, limit: .max)
        try examiner.expect(all.map(\.number), is: [run], "The runs after the end of the range")
        let none = try await examiner.store.runs(query, after: after, limit: .max)
        try examiner.expect(none.count, is: 0, "The runs after the other end of the range")
        let limited = try await examiner.store.runs(query, after: nil, limit: .min)
        try examiner.expect(limited.count, is: 0, "The runs within a negative limit")
      }
      let records = try await examiner.store.records(of: run, after: .max, limit: .max)
      try examiner.expect(records.count, is: 0, "The records after the largest number")
      let messages = try await examiner.store.messages(of: run, after: .max, limit: .max)
      try examiner.expect(messages.count, is: 0, "The messages after the largest number")
      let claimed = try await examiner.store.claim(ClaimRequest(["order"], limit: .min, lease: .seconds(1)))
      try examiner.expect(claimed.count, is: 0, "The claimed runs within a negative limit")
    },
    Law("Runs are listed in pages, the newest first") { examiner in
      for number in 0..<100 { _ = try await examiner.store.add(NewRun(flow: number % 4 == 0 ? "signup" : "order")) }
      let all = try await examiner.store.runs(RunQuery(), after: nil, limit: 999).map(\.number)
      try examiner.expect(all.count, is: 100, "The number of all runs")
      var query = RunQuery()
      query.newestFirst = true
      let pages = try await examiner.pages(of: 7, query).map(\.number)
      try examiner.expect(pages, is: all.reversed(), "All pages")
      query.flows = ["signup"]
      let first = try await examiner.store.runs(query, after: nil, limit: 1).map(\.number)
      try examiner.expect(first, is: [all[96]], "The newest run of one flow")
    },
    Law("Runs are listed by their numbers") { examiner in
      var numbers: [RunNumber] = []
      for number in 0..<40 {
        numbers.append(try await examiner.store.add(NewRun(flow: number % 4 == 0 ? "signup" : "order")).run)
      }
      numbers.sort()
      let asked = [numbers[3], numbers[4], numbers[17], numbers[39]]
      var query = RunQuery()
      query.numbers = Set(asked + [RunNumber(rawValue: 999_999)])
      func list(after number: RunNumber? = nil, limit: Int = 99) async throws -> [RunNumber] {
        try await examiner.store.runs(query, after: number, limit: limit).map(\.number)
      }
      try examiner.expect(try await list(), is: asked, "The runs")
      try examiner.expect(try await list(after: asked[0], limit: 2), is: Array(asked[1...2]), "A page")
      let counted = try await examiner.store.counts(query).reduce(0) { $0 + $1.runs }
      try examiner.expect(counted, is: 4, "The number of the runs")
      query.newestFirst = true
      try examiner.expect(try await list(after: asked[3], limit: 2), is: [asked[2], asked[1]], "The newest page")
      query.flows = ["signup"]
      try examiner.expect(try await list(), is: [asked[1]], "The runs of one flow")
      query.states = [.ended, .parked]
      try examiner.expect(try await list(), is: [], "The runs in other states")
      query = RunQuery()
      query.numbers = []
      try examiner.expect(try await list(), is: [], "The runs of no numbers")
    },
    Law("Runs are listed and counted by the way in which they have ended") { examiner in
      var numbers: [RunEnding: RunNumber] = [:]
      for ending in RunEnding.allCases {
        numbers[ending] = try await examiner.add(key: ending.rawValue)
        _ = try await examiner.store.append([], to: try await examiner.claimOne(), then: .end(ending))
      }
      _ = try await examiner.add()
      for ending in RunEnding.allCases {
        var query = RunQuery()
        query.endings = [ending]
        let found = try await examiner.store.runs(query, after: nil, limit: 9).map(\.number)
        try examiner.expect(found, is: [numbers[ending]].compactMap { $0 }, "The runs that have \(ending.rawValue)")
        let counts = try await examiner.store.counts(query)
        try examiner.expect(counts.map(\.ending), is: [ending], "The ending of the counts")
        try examiner.expect(counts.map(\.runs), is: [1], "The count of the runs that have \(ending.rawValue)")
        query.states = [.ready]
        try examiner.expect(try await examiner.store.counts(query), is: [], "The counts of due runs that have ended")
      }
    },
    Law("Runs are listed by the beginning of their keys and by the time at which they began") { examiner in
      var began: [StoreTime] = []
      for key in ["order-1", "order-2", "Order-3", "order", "örder-4", "orde\u{10FFFF}"] {
        began.append(try await examiner.store.now())
        _ = try await examiner.add(key: key)
        try await examiner.subject.advance(.seconds(1))
      }
      _ = try await examiner.store.add(NewRun(flow: "order"))
      func keys(_ change: (inout RunQuery) -> Void) async throws -> [String?] {
        var query = RunQuery()
        change(&query)
        let counted = try await examiner.store.counts(query).reduce(0) { $0 + $1.runs }
        let found = try await examiner.store.runs(query, after: nil, limit: 99).map(\.key)
        try examiner.expect(counted, is: found.count, "The number of counted runs")
        return found
      }
      try examiner.expect(
        try await keys { $0.keyPrefix = "order-" }, is: ["order-1", "order-2"], "The keys after order-")
      try examiner.expect(
        try await keys { $0.keyPrefix = "orde" }, is: ["order-1", "order-2", "order", "orde\u{10FFFF}"],
        "The keys after orde")
      try examiner.expect(try await keys { $0.keyPrefix = "ö" }, is: ["örder-4"], "The keys after ö")
      try examiner.expect(try await keys { $0.keyPrefix = "%" }, is: [], "The keys after %")
      try examiner.expect(try await keys { $0.keyPrefix = "" }.count, is: 6, "The runs with keys")
      let some = try await keys {
        $0.beganFrom = began[1]
        $0.beganBefore = began[3]
      }
      try examiner.expect(some, is: ["order-2", "Order-3"], "The runs of a time")
    },
    Law("Runs are listed in other orders than that of their numbers, in pages") { examiner in
      var claims: [ClaimedRun] = []
      for worker in ["b", "Z", "a"] {
        _ = try await examiner.add(key: worker)
        let request = ClaimRequest(["order"], limit: 1, lease: .seconds(600), worker: worker)
        claims += try await examiner.store.claim(request)
        try await examiner.subject.advance(.seconds(10))
      }
      try examiner.expect(claims.count, is: 3, "The claimed runs")
      let waiting = FlowRecord(.waiting(.init(step: "shipped", visit: 1)))
      _ = try await examiner.store.append([waiting], to: claims[1], then: .hold(lease: .seconds(600)))
      _ = try await examiner.add(key: "-")
      func keys(_ order: RunOrder, newestFirst: Bool = false, limit: Int = 99) async throws -> [String?] {
        var query = RunQuery()
        query.order = order
        query.newestFirst = newestFirst
        return try await examiner.pages(of: limit, query).map(\.key)
      }
      try examiner.expect(try await keys(.worker), is: ["-", "Z", "a", "b"], "The order by workers")
      try examiner.expect(try await keys(.worker, limit: 1), is: ["-", "Z", "a", "b"], "Pages by workers")
      try examiner.expect(try await keys(.duration), is: ["b", "a", "-", "Z"], "The order by duration")
      try examiner.expect(
        try await keys(.duration, newestFirst: true, limit: 2), is: ["Z", "-", "a", "b"], "The longest first")
      try examiner.expect(try await keys(.attempts), is: ["Z", "-", "b", "a"], "The order by attempts")
      try examiner.expect(
        try await keys(.changed, newestFirst: true), is: ["-", "Z", "a", "b"], "The latest change first")
      let first = try await examiner.store.runs(RunQuery(), after: RunNumber(rawValue: .max), limit: 1)
      try examiner.expect(first, is: [], "The runs after the highest number")
    },
    Law("Runs are counted by flow, step and state") { examiner in
      for _ in 0..<3 { _ = try await examiner.store.add(NewRun(flow: "signup")) }
      _ = try await examiner.add()
      let run = try await examiner.claimOne()
      let waiting = FlowRecord(.waiting(.init(step: "shipped", visit: 1)))
      let rested = try await examiner.store.append([waiting], to: run, then: .wait(.never, for: ["Shipped"])).now
      try await examiner.subject.advance(.seconds(1))
      _ = try await examiner.add()
      let ended = try await examiner.store.append([], to: try await examiner.claimOne(), then: .end(.failed)).now
      let found = try await examiner.store.counts(RunQuery(flows: ["order"]))
      let counts = [
        RunCount(flow: "order", position: "shipped", state: .waiting, ending: nil, runs: 1, oldest: rested),
        RunCount(flow: "order", position: nil, state: .ended, ending: .failed, runs: 1, oldest: ended),
      ]
      try examiner.expect(Set(found), is: Set(counts), "The counts of one flow")
      try examiner.expect(found.count, is: 2, "The number of counts")
      let ready = try await examiner.store.counts(RunQuery(states: [.ready]))
      try examiner.expect(ready.map(\.runs), is: [3], "The runs that are due")
      try examiner.expect(ready.map(\.due), is: ready.map(\.oldest), "When the first run is due")
      try examiner.expect(try await examiner.store.counts(RunQuery(flows: ["other"])), is: [], "The counts of no runs")
    },
    Law("Counts say when the first run is due, also by the end of a lease or of a wait") { examiner in
      _ = try await examiner.add()
      let held = try await examiner.claimOne()
      try await examiner.subject.advance(.seconds(1))
      var end = try await examiner.store.now()
      for seconds in [90, 60] {
        _ = try await examiner.add()
        let wait = WaitEnd.after(.seconds(seconds))
        let run = try await examiner.claimOne()
        end = try await examiner.store.append([], to: run, then: .wait(wait, for: ["Shipped"])).now
          .advanced(by: .seconds(seconds))
      }
      _ = try await examiner.add()
      _ = try await examiner.store.append([], to: try await examiner.claimOne(), then: .park("The bank is closed."))
      let found = try await examiner.store.counts(RunQuery())
      func due(_ state: RunState.Kind) -> StoreTime? { found.first { $0.state == state }?.due }
      try examiner.expect(found.count, is: 3, "The number of counts")
      try examiner.expect(due(.held), is: held.leaseEnds, "The end of the lease")
      try examiner.expect(due(.waiting), is: end, "The end of the first wait")
      try examiner.expect(due(.parked), is: nil, "When a parked run is due")
    },
    Law("A summary says where a run stands") { examiner in
      let number = try await examiner.add(key: "4711")
      let began = try await examiner.store.now()
      try examiner.expect(try await examiner.summary(of: number)?.state, is: .ready(began), "The state at first")
      let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30), worker: "w1")
      let claimed = try await examiner.store.claim(request)
      guard let run = claimed.first else { throw StoreLawViolation(law: examiner.law, "Nothing was due.") }
      try examiner.expect(
        try await examiner.summary(of: number)?.state, is: .held(until: run.leaseEnds, by: "w1"), "The held state")
      try await examiner.subject.advance(.seconds(1))
      let waiting = FlowRecord(.waiting(.init(step: "shipped", visit: 1)))
      let inbox = try await examiner.store.append([waiting], to: run, then: .wait(.never, for: ["Shipped"]))
      let summary = RunSummary(
        number: number, flow: "order", key: "4711", queue: "default", tenant: nil, priority: 0,
        state: .waiting(until: nil, for: ["Shipped"]), position: "shipped", attempts: 0, lastRecord: 2,
        waitingMessages: 0, began: began, changed: inbox.now)
      try examiner.expect(try await examiner.summary(of: number), is: summary, "The summary")
    },
    Law("D11 Ended runs are forgotten whole, and their keys are free") { examiner in
      var numbers: [RunNumber] = []
      for key in ["a", "b", "c"] {
        numbers.append(try await examiner.add(key: key))
        let run = try await examiner.claimOne()
        let ended = FlowRecord(.ended(.init(.completed)))
        _ = try await examiner.store.append([ended], to: run, then: .end(.completed))
        try await examiner.subject.advance(.seconds(10))
      }
      let alive = try await examiner.add(key: "d")
      let now = try await examiner.store.now()
      let time = StoreTime(milliseconds: now.milliseconds - 15_000)
      try examiner.expect(try await examiner.store.forget(endedBefore: time, limit: 1), is: 1, "The first removal")
      try examiner.expect(try await examiner.store.forget(endedBefore: time, limit: 9), is: 1, "The second removal")
      try examiner.expect(try await examiner.store.forget(endedBefore: time, limit: 9), is: 0, "The third removal")
      let left = try await examiner.store.runs(RunQuery(), after: nil, limit: 9).map(\.number)
      try examiner.expect(left, is: [numbers[2], alive], "The runs that are left")
      try await examiner.expect(.unknownRun(numbers[0]), "Records of a forgotten run") { () async throws(StoreError) in
        _ = try await examiner.store.records(of: numbers[0], after: 0, limit: 1)
      }
      let again = try await examiner.store.add(NewRun(flow: "order", key: "a"))
      try examiner.expect(again.isNew && again.run > alive, "The key or the number of a forgotten run")
    },
    Law("D11 The numbers of forgotten runs aren't used again") { examiner in
      var (store, latest) = (examiner.store, RunNumber(rawValue: .min))
      for round in 1...4 {
        let number = try await store.add(NewRun(flow: "order")).run
        try examiner.expect(number > latest, "The new run \(number) comes after the forgotten run \(latest).")
        latest = number
        for run in try await store.claim(ClaimRequest(["order"], limit: 9, lease: .seconds(30))) {
          _ = try await store.append([], to: run, then: .end(.completed))
        }
        try await examiner.subject.advance(.seconds(1))
        let removed = try await store.forget(endedBefore: try await store.now(), limit: 9)
        try examiner.expect(removed, is: 1, "The removed runs")
        if round % 2 == 0, let reopen = examiner.subject.reopen { store = try await reopen(store) }
      }
    },
    Law("A wake comes when a run becomes due") { examiner in
      var wakes = examiner.store.wakes
      // The stream begins with hints, so that no change is missed before it is watched.
      try await examiner.awaitWake(wakes, "at the beginning")
      let number = try await examiner.add()
      try await examiner.awaitWake(wakes, "of a new run")
      let run = try await examiner.claimOne()
      _ = try await examiner.store.append([], to: run, then: .wait(.never, for: ["Shipped"]))
      // A store may give a hint when a run goes to rest. A new stream doesn't have it.
      wakes = examiner.store.wakes
      try await examiner.awaitWake(wakes, "at the beginning of another stream")
      _ = try await examiner.store.send(FlowMessage(.cancel), to: number)
      try await examiner.awaitWake(wakes, "of a command to a run that waits")
      try examiner.expect(try await examiner.claim().count, is: 1, "Due runs")
    },
  ]
}
