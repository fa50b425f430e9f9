import Foundation
import Synchronization

/// Serves the sign-up that is measured, and measures it and others. `./benchmark` runs it.
@main
struct Benchmark {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "serve" where words.count == 3: try await SignUpServer.run(port: Int(words[1]) ?? 0, at: words[2])
      case "load" where words.count >= 4:
        try Load.run(
          port: port(words[1]), clients: Int(words[2]) ?? 16, seconds: Double(words[3]) ?? 10,
          rate: words.count > 4 ? Double(words[4]) : nil)
      case "open" where words.count == 4:
        try Opening.run(port: port(words[1]), count: Int(words[2]) ?? 0, answers: Int(words[3]) ?? 0)
      case "screens" where words.count == 3: try OpenScreens.run(port: port(words[1]), count: Int(words[2]) ?? 0)
      case "clicks" where words.count == 3:
        try Races.clicks(port: port(words[1]), tries: Int(words[2]) ?? 0, both: false)
      case "twins" where words.count == 3:
        try Races.clicks(port: port(words[1]), tries: Int(words[2]) ?? 0, both: true)
      case "tabs" where words.count == 3: try Races.tabs(port: port(words[1]), tries: Int(words[2]) ?? 0)
      case "pages" where words.count == 3: try SavedPages.save(port: port(words[1]), in: words[2])
      default: throw Fault(sentence: "Use ./benchmark.")
      }
    } catch {
      FileHandle.standardError.write(Data("WebBenchmark: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func port(_ word: String) -> UInt16 { UInt16(word) ?? 0 }

  /// Calls a closure on threads, and waits for all.
  static func onThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) throws -> Void) throws {
    let group = DispatchGroup()
    let failure = Mutex<(any Error)?>(nil)
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        do { try body(number) } catch { failure.withLock { $0 = error } }
        group.leave()
      }
    }
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  static func say(_ values: [String: Any]) throws {
    let data = try JSONSerialization.data(withJSONObject: values, options: [.sortedKeys])
    print(String(decoding: data, as: UTF8.self))
  }
}

/// A number that threads count up.
final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }

  @discardableResult
  func add(_ amount: Int) -> Int { count.add(amount, ordering: .relaxed).newValue }
}

/// People who walk through whole journeys, one after another, for a time.
enum Load {
  static func run(port: UInt16, clients: Int, seconds: Double, rate: Double?) throws {
    let times = Mutex<[Double]>([])
    let (journeys, refusals, tickets) = (Counter(), Counter(), Counter())
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    try Benchmark.onThreads(clients) { _ in
      var own: [Double] = []
      while .now < end {
        let person = Person(port: port)
        person.timed = { own.append($0 / .milliseconds(1)) }
        if let rate {
          // A request has a time at which it is due. One that waits for an earlier one waits in its measured time.
          person.due = {
            let due = start + .seconds(Double(tickets.add(1)) / rate)
            let left = (due - .now) / .microseconds(1)
            if left > 0 { usleep(UInt32(left)) }
            return due
          }
        }
        _ = try person.walk()
        journeys.add(1)
        refusals.add(person.refusals)
      }
      times.withLock { $0 += own }
    }
    let took = (ContinuousClock.now - start) / .seconds(1)
    let all = times.withLock { $0 }.sorted()
    func part(_ share: Double) -> Double { all.isEmpty ? 0 : all[min(all.count - 1, Int(Double(all.count) * share))] }
    try Benchmark.say([
      "requests": all.count, "seconds": took, "rate": Double(all.count) / took, "p50": part(0.5), "p99": part(0.99),
      "journeys": Double(journeys.value) / took, "refusals": refusals.value,
    ])
  }
}

/// Journeys that are begun, and stay open.
enum Opening {
  static func run(port: UInt16, count: Int, answers: Int) throws {
    let begun = Counter()
    try Benchmark.onThreads(8) { _ in
      while begun.add(1) <= count {
        let person = Person(port: port)
        let names = ["name", "kind", "street", "text"]
        _ = try person.walk(until: { form, _ in form.has(names[answers]) })
      }
    }
  }
}

/// Screens in memory that are begun, and stay open.
enum OpenScreens {
  static func run(port: UInt16, count: Int) throws {
    let begun = Counter()
    try Benchmark.onThreads(8) { _ in
      while begun.add(1) <= count {
        let person = Person(port: port)
        let page = try person.walk(from: "/screens", until: { _, address in address.hasSuffix("/screen") }).page
        guard page.status == 200 else { throw Fault(sentence: "A screen can't be opened: \(page.status).") }
      }
    }
  }
}

/// The pages of a journey as files.
enum SavedPages {
  static func save(port: UInt16, in folder: String) throws {
    let person = Person(port: port)
    var number = 0
    var scripts: Set<String> = []
    _ = try person.walk(seen: { page, _ in
      number += 1
      _ = FileManager.default.createFile(atPath: "\(folder)/\(number).html", contents: Data(page.body))
      if let script = page.body.text(between: "<script src=\"", "\"") { scripts.insert(script) }
    })
    for (number, script) in scripts.enumerated() {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(number).js", contents: Data(try person.get(script).body))
    }
  }
}

/// What happens to people who send two forms at once.
enum Races {
  /// Sends the last page twice at the same time.
  ///
  /// - Parameters:
  ///   - port: The port of the server.
  ///   - tries: The number of journeys.
  ///   - isBoth: Whether both replies are followed, as two tabs do. A double click follows the second.
  /// - Throws: An error if a journey can't be walked.
  static func clicks(port: UInt16, tries: Int, both isBoth: Bool) throws {
    var (twice, elsewhere) = (0, 0)
    for _ in 0..<tries {
      let person = Person(port: port)
      // The last page has no field of its own.
      let (page, address) = try person.walk(until: { form, _ in
        !Person.answers.keys.contains(where: form.has) && person.hasAnswered
      })
      guard let form = Person.form(page.body, at: address) else { throw Fault(sentence: "There is no last page.") }
      let before = try made(port)
      let connections = [person.connection, Connection(port: port)]
      for connection in connections {
        try connection.send("POST", form.address, cookies: person.cookies, form: form.body)
      }
      var replies = try connections.map { try person.keep(try $0.receive()) }
      if !isBoth { replies = [replies[1]] }
      // Both tabs follow their replies at the same time.
      for _ in 0..<5 {
        let open = replies.indices.filter { replies[$0].location != nil }
        for index in open {
          try connections[index].send("GET", replies[index].location ?? "", cookies: person.cookies)
        }
        for index in open { replies[index] = try person.keep(try connections[index].receive()) }
      }
      for reply in replies where try !isLast(reply, person) { elsewhere += 1 }
      if try made(port) - before > 1 { twice += 1 }
    }
    try Benchmark.say(["tries": tries, "twice": twice, "elsewhere": elsewhere])
  }

  /// Whether a page is the last one, or becomes it without a form.
  private static func isLast(_ page: Connection.Reply, _ person: Person) throws -> Bool {
    if Person.form(page.body, at: "/") != nil || !(200..<300).contains(page.status) { return false }
    return page.body.place(of: Array("Welcome".utf8), from: 0) != nil
      || page.body.place(of: Array("data-kind=\"working\"".utf8), from: 0) != nil
  }

  /// Sends a page and the changed page before it at the same time, and looks which answers the account has.
  static func tabs(port: UInt16, tries: Int) throws {
    var (lost, told, again) = (0, 0, 0)
    for _ in 0..<tries {
      let person = Person(port: port)
      var (planAddress, planForm) = ("", Person.Form?.none)
      let (page, address) = try person.walk(until: { form, address in
        if form.has("kind") { (planAddress, planForm) = (address, form) }
        return form.has("street")
      })
      // Back loads the page again, if it has an address of its own.
      if planAddress != address { planForm = Person.form(try person.get(planAddress).body, at: planAddress) }
      guard var home = Person.form(page.body, at: address), var plan = planForm else {
        throw Fault(sentence: "There are no two pages.")
      }
      home.fill("street", "Tab Street")
      plan.fill("kind", "gold")
      let other = Connection(port: port)
      try person.connection.send("POST", home.address, cookies: person.cookies, form: home.body)
      try other.send("POST", plan.address, cookies: person.cookies, form: plan.body)
      let (first, second) = (try person.keep(try person.connection.receive()), try person.keep(try other.receive()))
      let (isHomeTaken, isPlanTaken) = (isTaken(first, "street"), isTaken(second, "kind"))
      var place = address
      let next = try isHomeTaken ? person.follow(first, &place) : person.get(address)
      var isAsked = false
      let end = try person.walkOn(
        next, place,
        seen: { page, address in
          guard isHomeTaken, let form = Person.form(page.body, at: address) else { return }
          if form.has("street") || form.has("kind") { isAsked = true }
        }
      ).page
      let text = String(decoding: end.body, as: UTF8.self)
      let isKept =
        (!isHomeTaken || text.contains("street=Tab Street;")) && (!isPlanTaken || text.contains("plan=gold;"))
      if isAsked {
        again += 1
      } else if !isKept {
        lost += 1
      }
      if !isHomeTaken || !isPlanTaken { told += 1 }
    }
    try Benchmark.say(["tries": tries, "lost": lost, "told": told, "again": again])
  }

  /// Whether a reply leads on, and doesn't show the page with its problems.
  private static func isTaken(_ reply: Connection.Reply, _ field: String) -> Bool {
    guard (200..<400).contains(reply.status) else { return false }
    return reply.location != nil || Person.form(reply.body, at: "/")?.has(field) != true
  }

  private static func made(_ port: UInt16) throws -> Int {
    let body = try Person(port: port).get("/made").body
    return Int(String(decoding: body, as: UTF8.self)) ?? 0
  }
}
