/// One way to do what a scenario asks for.
struct Contender: Sendable {
  /// As its users call it.
  let name: String
  /// Does the work once: prepares it, starts the stopwatch, works, stops the stopwatch, and returns the result, which is
  /// checked. What happens before and after the stopwatch does not count.
  let sample: @Sendable (_ size: Int, _ stopwatch: Stopwatch) throws -> Int

  init(_ name: String, _ sample: @escaping @Sendable (_ size: Int, _ stopwatch: Stopwatch) throws -> Int) {
    self.name = name
    self.sample = sample
  }

  /// A contender that is a task.
  static func async(
    _ name: String, _ sample: @escaping @Sendable (_ size: Int, _ stopwatch: Stopwatch) async throws -> Int
  ) -> Contender {
    Contender(name) { size, stopwatch in
      try blocking { try await sample(size, stopwatch) }
    }
  }
}
