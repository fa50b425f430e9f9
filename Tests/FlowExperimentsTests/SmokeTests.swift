import FlowExperiments
import FlowState
import Testing

struct SmokeTests {
  @Test("A unit has one variant, always the same one")
  func drawn() throws {
    let experiment = try Experiment("order", variants: [.init("control"), .init("short")])
    let drawn = try experiment.assignment(for: "user-1")
    #expect(drawn.reason == .assigned)
    #expect(try experiment.assignment(for: "user-1").variant == drawn.variant)
    #expect(try experiment.assignment(for: "user-1", override: "short").variant == "short")
  }
}
