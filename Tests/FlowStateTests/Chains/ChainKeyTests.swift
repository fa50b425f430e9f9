import FlowState
import TestSupport
import Testing

/// A step that takes a value which no step before it provides is refused, on every way to it.
struct ChainKeyTests {
  typealias Steps = SampleSteps

  enum Cart: FlowContextKey<String> {}
  enum Address: FlowContextKey<String> {}

  private let fill = Steps.free("fill").keeping(Cart.self)
  private let pay = Steps.transform("pay") { (cart: String?) in cart }.taking(Cart.self)

  private func problems(_ chain: FlowChain) -> [String] { chain.validate().map(\.description) }

  @Test("a value that an earlier step keeps or sets is there")
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

  @Test("without it no flow is made")
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

  @Test("every way is looked at, and the shortest that lacks the value is told")
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

  @Test("a step that fails has kept nothing")
  func failures() {
    #expect(
      problems(
        FlowChain("F") {
          fill.catching(.failure, to: .step("pay")); pay
        }) == [
          "Step 'pay' takes the value of 'Cart', but no step provides one on the way fill → pay."
        ])
  }

  @Test("a long way is shortened")
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

  @Test("a declared step says which keys it needs and provides")
  func keys() {
    #expect(pay.step.requires.map { $0.name } == ["Cart"])
    #expect(fill.providing(Address.self).step.provides.map { $0.name } == ["Cart", "Address"])
  }
}
