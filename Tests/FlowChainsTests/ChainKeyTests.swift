import FlowChains
import FlowState
import TestSupport
import Testing

/// A chain is refused if a step takes a value that no earlier step provides, on any path.
struct ChainKeyTests {
  typealias Steps = SampleSteps

  enum Cart: FlowContextKey<String> {}
  enum Address: FlowContextKey<String> {}

  private let fill = Steps.free("fill").keeping(Cart.self)
  private let pay = Steps.transform("pay") { (cart: String?) in cart }.taking(Cart.self)

  private func problems(_ chain: FlowChain) -> [String] { chain.validate().map(\.description) }

  @Test("A chain is valid if an earlier step or an assumption provides the value that a step takes")
  func provided() {
    #expect(
      problems(
        FlowChain("F") {
          fill; Steps.free("x"); pay
        }) == [])
    #expect(
      problems(
        FlowChain("F") {
          Steps.free("x").providing(Address.self, Cart.self); pay
        }) == [])
    #expect(problems(FlowChain("F") { pay }.assuming(Address.self, Cart.self)) == [])
  }

  @Test("A chain is refused if no earlier step provides a value that a step takes")
  func missing() {
    #expect(
      problems(
        FlowChain("F") {
          pay; fill
        }) == [
          "Step 'pay' takes the value of 'Cart', but it comes first, so no step has provided one."
        ])
    let chain = FlowChain("F") {
      Steps.free("x"); Steps.free("y").reading(Cart.self, Address.self)
    }
    #expect {
      _ = try Flow(chain, Any.self, String.self)
    } throws: { error in
      "\(error)" == "Flow 'F': Step 'y' takes the value of 'Cart', but no step provides one on the way x → y. "
        + "Step 'y' takes the value of 'Address', but no step provides one on the way x → y."
    }
  }

  @Test("Validation checks every path and reports the shortest one that lacks the value")
  func ways() {
    let menu = Steps.free("menu").leading(["buy": .next, "express": .step("express")])
    #expect(
      problems(
        FlowChain("F") {
          menu; fill; Steps.free("express"); pay
        }) == [
          "Step 'pay' takes the value of 'Cart', but no step provides one on the way menu → express → pay."
        ])
    let loop = pay.branching(["again": .step("pay"), "done": .end]) { _ in "done" }.keeping(Cart.self)
    #expect(
      problems(FlowChain("F") { loop }) == [
        "Step 'pay' takes the value of 'Cart', but it comes first, so no step has provided one."
      ])
  }

  @Test("A step's value is not provided on the path after its failure")
  func failures() {
    #expect(
      problems(
        FlowChain("F") {
          fill.catching(.failure, to: .step("pay")); pay
        }) == [
          "Step 'pay' takes the value of 'Cart', but no step provides one on the way fill → pay."
        ])
  }

  @Test("A problem's description shortens a long path")
  func longWay() {
    let steps = (1...20).map { Steps.free("s\($0)").step }
    #expect(
      problems(
        FlowChain("F") {
          steps; pay
        }) == [
          "Step 'pay' takes the value of 'Cart', but no step provides one on the way "
            + "s1 → s2 → s3 → … → s18 → s19 → s20 → pay."
        ])
  }

  @Test("A declared step lists the keys that it requires and provides")
  func keys() {
    #expect(pay.step.requires.map { $0.name } == ["Cart"])
    #expect(fill.providing(Address.self).step.provides.map { $0.name } == ["Cart", "Address"])
  }
}
