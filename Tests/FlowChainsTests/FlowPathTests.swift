import FlowChains
import TestSupport
import Testing

/// The paths through a declared flow.
struct FlowPathTests {
  typealias Steps = SampleSteps

  private func paths(_ steps: [DeclaredStep], visitsPerStep: Int = 1) -> [String] {
    FlowChain(identifier: "F", steps).paths(visitsPerStep: visitsPerStep).map(\.description)
  }

  @Test("A chain without branches has one path")
  func plain() {
    #expect(paths(["a", "b", "c"].map { Steps.free($0).step }) == ["a → b → c → end"])
  }

  @Test("Paths follow a step's branches in the order of its routes")
  func branches() {
    let menu = Steps.free("menu").leading(["left": .next, "right": .step("c"), "quit": .end])
    #expect(
      paths([menu, Steps.free("b").step, Steps.free("c").step]) == [
        "menu –left→ b → c → end", "menu –right→ c → end", "menu –quit→ end",
      ])
  }

  @Test("Paths repeat a loop as often as a step may be visited", arguments: [(1, 1), (2, 2), (5, 5)])
  func loops(limit: Int, count: Int) {
    let menu = Steps.free("menu").leading(["edit": .next, "quit": .end])
    let edit = Steps.free("edit").leading(["done": .step("menu")])
    let found = paths([menu, edit], visitsPerStep: limit)
    #expect(found.count == count)
    #expect(found.last == "menu –quit→ end")
    #expect(found.first == String(repeating: "menu –edit→ edit –done→ ", count: limit - 1) + "menu –quit→ end")
    #expect(Set(found).count == count)
  }

  @Test("Paths that never reach the end are omitted")
  func circle() {
    #expect(paths([Steps.free("a").leading(["again": .step("a")])], visitsPerStep: 3) == [])
    #expect(paths([]) == [])
  }

  @Test("The first paths are found without a search for all of them")
  func lazily() {
    let steps = (0..<200).map { Steps.free("s\($0)").leading(["a": .next, "b": .next]) }
    let first = Array(FlowChain(identifier: "F", steps).paths().prefix(2))
    #expect(first.count == 2)
    #expect(first[0].visits.count == 200)
    #expect(first[0] != first[1])
  }

  @Test("The search finds the only path through a tangle of dead ends")
  func deadEnds() {
    let names = (0..<14).map { "s\($0)" }
    let everywhere = names.map { ($0, FlowRoute.Target.step($0)) }
    let menu = Steps.free("menu").leading(["a": .step("s0"), "b": .step("s7"), "quit": .end])
    let screens = names.map { name in
      Steps.free(name).leading([
        "0": everywhere[0].1, "1": everywhere[3].1, "2": everywhere[5].1, "3": everywhere[9].1, "4": everywhere[13].1,
        "menu": .step("menu"),
      ])
    }
    #expect(paths([menu] + screens) == ["menu –quit→ end"])
  }

  @Test("A step that is a dead end on one path may be part of another")
  func deadEndOnOneWay() {
    let a = Steps.free("a").leading(["b": .step("b"), "c": .step("c")])
    let b = Steps.free("b").leading(["x": .step("d"), "y": .end])
    let c = Steps.free("c").leading(["on": .step("d")])
    let d = Steps.free("d").leading(["back": .step("b")])
    #expect(
      paths([a, b, c, d]) == ["a –b→ b –y→ end", "a –c→ c –on→ d –back→ b –y→ end"])
  }
}
