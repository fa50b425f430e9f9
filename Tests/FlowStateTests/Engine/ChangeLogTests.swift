import Testing

@testable import FlowState

/// The log of what the closures of a reversible run change.
struct ChangeLogTests {
  private final class Step {}

  @Test("A visit that changes the content of very many steps keeps the old content of a limited number of them")
  func many() {
    typealias Log = ChangeLog<Step, Int>
    var log = Log()
    let steps = (0..<5_000).map { _ in Step() }
    for (index, step) in steps.enumerated() { log.note(step, old: index) }
    #expect(log.mark == Log.most)
    log.visitBegan()
    log.note(steps[0], old: 0)
    #expect(log.mark == Log.most + 1)
    #expect(log.takeBack(to: 0).count == Log.most + 1)
    #expect(log.mark == 0)
  }
}
